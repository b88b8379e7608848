import SuasCommands
import SuasLive
import SuasMonitor
import SuasMonitorServer

SuasRun.perform = { hosts, folder in
  LiveEffects(allowedHosts: hosts, folder: folder).perform
}
SuasRun.serve = { plan in
  for app in plan.apps {
    try SuasConnection.open(plan.service, host: app.host, port: app.port)
  }
  let server = try MonitorServer(plan.service, port: plan.port, token: plan.token)
  let address = "http://127.0.0.1:\(server.port)"
  let feed = "\(address)/feed?token=\(plan.token)"
  plan.service.noteFeedAddress(feed)
  plan.announce("\(address)/?token=\(plan.token)", feed)
  while true { server.wait() }
}
SuasRun.main()
