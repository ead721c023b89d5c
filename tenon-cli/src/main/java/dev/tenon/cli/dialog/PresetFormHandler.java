package dev.tenon.cli.dialog;

import dev.tenon.cli.argument.ArgumentSchema;
import dev.tenon.cli.argument.TypedArgumentParser;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.handler.FormHandler;
import dev.tenon.client.handler.FormValues;
import dev.tenon.client.handler.RequestingServer;
import dev.tenon.json.Json;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitResult;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.SchemaIssueFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fills in forms in scripts: with answers that were given beforehand, and with the form's own defaults.
 *
 * @param arguments such as {@code name=Ada}; a form takes those that it has fields for
 */
public record PresetFormHandler(List<String> arguments, TerminalOutput screen) implements FormHandler {
    /** Copies the lists. */
    public PresetFormHandler {
        arguments = List.copyOf(arguments);
    }

    @Override
    public ElicitResult fill(ElicitForm form, RequestingServer asker) {
        Set<String> names = ArgumentSchema.of(form.requestedSchema()).memberNames();
        List<String> mine = arguments.stream()
                .filter(word -> names.contains(word.replaceFirst(":?=.*", "")))
                .toList();
        try {
            Json values =
                    FormValues.withDefaults(form, TypedArgumentParser.parse("The form", withoutRequired(form), mine));
            List<SchemaIssue> issues = FormValues.validate(form, values);
            if (issues.isEmpty()) {
                return ElicitResult.accept(values);
            }
            return cancel(form, TextEscaper.escapeLine(SchemaIssueFormatter.formatFieldIssues(issues)));
        } catch (CommandFailedException e) {
            return cancel(form, String.valueOf(e.getMessage()));
        }
    }

    /** What is missing may have a default: that is seen afterwards. */
    private static Json withoutRequired(ElicitForm form) {
        Map<String, Json> members = new LinkedHashMap<>(form.requestedSchema().members());
        members.remove("required");
        return Json.of(members);
    }

    private ElicitResult cancel(ElicitForm form, String why) {
        screen.printNote("The form '" + TextEscaper.escapeFirstLine(form.message()) + "' was not filled in: " + why
                + " Give what is missing with --answer NAME=VALUE.");
        return ElicitResult.cancel();
    }
}
