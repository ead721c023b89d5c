package dev.tenon.client.handler;

import dev.tenon.json.Json;
import dev.tenon.model.ElicitForm;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaIssue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Applies the defaults of a form and validates its values: for applications that validate while the user types. The
 * client does the same before it sends the values.
 */
public final class FormValidator {
    private FormValidator() {}

    /** Returns the values, with the form's defaults for missing ones. */
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

    /**
     * Validates the values against the form and returns the issues, as text for a person; empty if the values are
     * valid.
     */
    public static List<SchemaIssue> validate(ElicitForm form, Json values) {
        return Schema.compile(form.requestedSchema()).withFormatAssertion().validate(values);
    }
}
