import json, sys
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for
task = json.load(open(sys.argv[1]))
schemas = [json.loads(text) for text in task["schemas"]]
if task["checks"]:
    for schema in schemas: validator_for(schema, Draft202012Validator).check_schema(schema)
validators = [validator_for(schema, Draft202012Validator)(schema) for schema in schemas]
def verdict(document):
    for error in validators[document["schema"]].iter_errors(json.loads(document["json"])):
        return error.json_path + ": " + error.message[:300]
json.dump([verdict(document) for document in task["documents"]], sys.stdout)
