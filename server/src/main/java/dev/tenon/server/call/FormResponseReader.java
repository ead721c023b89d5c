package dev.tenon.server.call;

import dev.tenon.json.Json;
import dev.tenon.json.JsonBindingException;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.InputResponse;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.SchemaIssueFormatter;
import java.util.List;
import java.util.function.Function;

/** Reads the response to a form. Content that violates the schema of the form is rejected. */
record FormResponseReader<T>(ElicitForm request, Function<Json, T> reader) {
    ClientInputResponse<T> read(InputResponse response) {
        ElicitResult result = (ElicitResult) response;
        if (result.action() != ElicitAction.ACCEPT) {
            return ClientInputResponse.withoutValue(result.action());
        }
        List<SchemaIssue> issues =
                Schema.compile(request.requestedSchema()).withFormatAssertion().validate(result.content());
        if (!issues.isEmpty()) {
            throw new ClientInputException(
                    "The answer does not fit the form: " + SchemaIssueFormatter.formatFieldIssues(issues));
        }
        try {
            return ClientInputResponse.accepted(reader.apply(result.content()));
        } catch (JsonBindingException e) {
            throw new ClientInputException("The answer does not fit the form: " + e.getMessage());
        }
    }

    static ClientInputResponse<Json> readUrlConsent(InputResponse response) {
        ElicitResult result = (ElicitResult) response;
        return result.action() == ElicitAction.ACCEPT
                ? ClientInputResponse.accepted(Json.EMPTY_OBJECT)
                : ClientInputResponse.withoutValue(result.action());
    }
}
