import SuasCommands
import SuasLive
import SuasMonitorServer

SuasRun.perform = { hosts, folder in
  LiveEffects(allowedHosts: hosts, folder: folder).perform
}
SuasRun.serve = { plan in
  let server = try MonitorServer(plan.service, port: plan.port, token: plan.token)
  let address = "http://127.0.0.1:\(server.port)"
  plan.announce("\(address)/?token=\(plan.token)", "\(address)/feed?token=\(plan.token)")
  while true { server.wait() }
}
SuasRun.main()
