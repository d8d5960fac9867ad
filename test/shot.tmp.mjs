import { chromium } from 'playwright-core';
const [,, ...paths] = process.argv;
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--font-render-hinting=none']});
const modes=(process.env.MODES??'light').split(',');
for (const mode of modes){
 const phone=mode.includes('phone'); const dark=mode.includes('dark');
 const c=await b.newContext({viewport:phone?{width:390,height:844}:{width:1360,height:860},colorScheme:dark?'dark':'light',locale:process.env.LOCALE??'en-IE',timezoneId:'America/New_York',isMobile:phone,hasTouch:phone,reducedMotion:'reduce'});
 const p=await c.newPage();
 p.on('console',m=>['error','warning'].includes(m.type())&&console.log(mode,m.type(),m.text().slice(0,400)));
 p.on('pageerror',e=>console.log('PAGEERROR',String(e).slice(0,600)));
 await p.goto('http://127.0.0.1:38124/desk');
 try{ await p.getByLabel('User name').fill('admin',{timeout:15000}); }catch(e){ await p.screenshot({path:`/tmp/shots/${mode}-fail.png`}); throw e;}
 if(process.env.SIGNIN) await p.screenshot({path:`/tmp/shots/${mode}-signin.png`});
 await p.getByLabel('Password',{exact:true}).fill('first-light-over-harbour'); await p.keyboard.press('Enter');
 await p.locator('h1').first().waitFor(); await p.waitForTimeout(600);
 for (const [i,path] of paths.entries()){
  const [url,act]=path.split('#');
  await p.goto('http://127.0.0.1:38124/desk'+url); await p.waitForLoadState('networkidle').catch(()=>{}); await p.waitForTimeout(Number(process.env.WAIT??1200));
  if(act) { for (const step of act.split(';')) { if(step.startsWith('click=')) await p.getByRole('button',{name:step.slice(6)}).first().click(); else if(step.startsWith('key=')) await p.keyboard.press(step.slice(4)); else if(step.startsWith('hover=')) await p.locator(step.slice(6)).first().hover(); else if (step.startsWith('sel=')) await p.locator(step.slice(4)).first().click(); else if (step.startsWith('type=')) await p.keyboard.type(step.slice(5)); await p.waitForTimeout(500);} }
  await p.screenshot({path:`/tmp/shots/${mode}-${i}.png`,fullPage:!!process.env.FULL});
 }
 await c.close();
}
await b.close();
