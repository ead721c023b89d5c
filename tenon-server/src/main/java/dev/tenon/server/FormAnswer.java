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
        if (!isAccepted(result)) {
            return refusal(result);
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
        return isAccepted(result) ? Answer.accepted(Json.EMPTY_OBJECT) : refusal(result);
    }

    private static boolean isAccepted(ElicitResult result) {
        return result.action() == ElicitAction.ACCEPT;
    }

    private static <T> Answer<T> refusal(ElicitResult result) {
        return Answer.refused(result.action());
    }
}
