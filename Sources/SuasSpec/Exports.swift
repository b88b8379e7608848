@_exported import SuasBundle
@_exported import SuasDocs
@_exported import SuasEngine
@_exported import SuasLanguage
@_exported import SuasProgram
@_exported import SuasRuntime
@_exported import SuasSaving
