import SuasCommands

SuasRun.main()
