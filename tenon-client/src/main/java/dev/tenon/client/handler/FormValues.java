package dev.tenon.client.handler;

import dev.tenon.json.Json;
import dev.tenon.model.ElicitForm;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaIssue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a user may answer to a form: for hosts that check while the user types, and for the client before anything goes
 * out.
 */
public final class FormValues {
    private FormValues() {}

    /** The values with the form's defaults for those that are missing. */
    public static Json withDefaults(ElicitForm form, Json values) {
        Map<String, Json> complete = new LinkedHashMap<>(values.members());
        Json properties = form.requestedSchema().get("properties");
        if (properties != null) {
            properties.members().forEach((name, schema) -> {
                Json preset = schema.get("default");
                if (preset != null) {
                    complete.putIfAbsent(name, preset);
                }
            });
        }
        return Json.of(complete);
    }

    /** What is wrong with the values, in words for a person; empty when they fit the form. */
    public static List<SchemaIssue> validate(ElicitForm form, Json values) {
        return Schema.compile(form.requestedSchema()).withFormatAssertion().validate(values);
    }
}
