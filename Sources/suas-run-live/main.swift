import SuasCommands
import SuasLive

SuasRun.perform = { hosts, folder in
  LiveEffects(allowedHosts: hosts, folder: folder).perform
}
SuasRun.main()
