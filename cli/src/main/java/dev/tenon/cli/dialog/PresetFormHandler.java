package dev.tenon.cli.dialog;

import dev.tenon.cli.argument.ArgumentSchema;
import dev.tenon.cli.argument.TypedArgumentParser;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.handler.FormHandler;
import dev.tenon.client.handler.FormValidator;
import dev.tenon.client.handler.RequestingServer;
import dev.tenon.json.Json;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitResult;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.SchemaIssueFormatter;
import java.util.List;
import java.util.Set;

/**
 * Fills in forms without a terminal, from given values and the defaults of the form.
 *
 * @param arguments the values, such as {@code name=Ada}; each form uses those that match its fields
 */
public record PresetFormHandler(List<String> arguments, TerminalOutput screen) implements FormHandler {
    /** Copies the list. */
    public PresetFormHandler {
        arguments = List.copyOf(arguments);
    }

    @Override
    public ElicitResult fill(ElicitForm form, RequestingServer requester) {
        Set<String> names = ArgumentSchema.of(form.requestedSchema()).memberNames();
        List<String> matching = arguments.stream()
                .filter(word -> names.contains(word.replaceFirst(":?=.*", "")))
                .toList();
        try {
            // Defaults are added later, so that no member is required yet.
            Json schema = form.requestedSchema().withoutMember("required");
            Json values = FormValidator.withDefaults(form, TypedArgumentParser.parse("The form", schema, matching));
            List<SchemaIssue> issues = FormValidator.validate(form, values);
            if (issues.isEmpty()) {
                return ElicitResult.accept(values);
            }
            return reportAndCancel(form, TextEscaper.escapeLine(SchemaIssueFormatter.formatFormContentIssues(issues)));
        } catch (CommandFailedException e) {
            return reportAndCancel(form, String.valueOf(e.getMessage()));
        }
    }

    private ElicitResult reportAndCancel(ElicitForm form, String reason) {
        screen.printNote("The form '" + TextEscaper.escapeFirstLine(form.message()) + "' was not filled in: " + reason
                + " Add missing values with --answer NAME=VALUE.");
        return ElicitResult.cancel();
    }
}
