package dev.tenon.server;

import dev.tenon.json.Json;
import dev.tenon.json.JsonBindingException;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.InputResponse;
import dev.tenon.schema.Advice;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaIssue;
import java.util.List;
import java.util.function.Function;

/** Reads what came back from a form: nothing is taken from it that its schema does not allow. */
record FormAnswer<T>(ElicitForm form, Function<Json, T> reader) {
    Answer<T> read(InputResponse response) {
        ElicitResult result = (ElicitResult) response;
        if (result.action() != ElicitAction.ACCEPT) {
            return Answer.refused(result.action());
        }
        List<SchemaIssue> issues =
                Schema.compile(form.requestedSchema()).assertingFormats().validate(result.content());
        if (!issues.isEmpty()) {
            throw new AskFailedException("The answer does not fit the form: " + Advice.forFields(issues));
        }
        try {
            return Answer.accepted(reader.apply(result.content()));
        } catch (JsonBindingException e) {
            throw new AskFailedException("The answer does not fit the form: " + e.getMessage());
        }
    }

    static Answer<Json> agreement(InputResponse response) {
        ElicitResult result = (ElicitResult) response;
        return result.action() == ElicitAction.ACCEPT
                ? Answer.accepted(Json.EMPTY_OBJECT)
                : Answer.refused(result.action());
    }
}
