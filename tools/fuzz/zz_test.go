package main
import ("testing";"fmt";"time";"nessiec/passes/driver";"nessiec/passes/pass";"nessiec/tools/levels")
func TestHang(t *testing.T){
 a,_:=parseAsk("nkl,fkl,lcu,kir")
 src:=newSource(a.table,nil)
 c,_:=src.make(7028556)
 fmt.Println(c.Options, c.Skip, c.Loose)
  d:=&driver.Driver{Passes:a.oracle(1).Passes,Skip:c.Skip,Now:time.Now,Levels:levels.All()}
  d.Observe=[]func(*driver.Row){func(r *driver.Row){
   t0:=time.Now()
   o,ok:=d.Exec(c.Options,r.Out,driver.Input{})
   fmt.Println(r.Pass.Name,r.Run,time.Since(t0),ok,o.Error, len(o.Output))
  }}
  go d.Run(pass.NewCtx(c.Options),c.Program,len(d.Passes))
  time.Sleep(25*time.Second)
}
