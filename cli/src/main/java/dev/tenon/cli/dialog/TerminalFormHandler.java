package dev.tenon.cli.dialog;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Prompts the user for each field of a form, and for a review before anything is sent.
 *
 * @param terminal the terminal at which the user is prompted
 */
public record TerminalFormHandler(TerminalInput terminal) implements FormHandler {
    private static final List<String> START_CHOICES = List.of("fill", "decline", "cancel");
    private static final List<String> REVIEW_CHOICES = List.of("send", "edit", "decline", "cancel");

    @Override
    public ElicitResult fill(ElicitForm form, RequestingServer requester) {
        return terminal.runDialog(requester, " asks:", form.message(), () -> {
            String decision = terminal.chooseWithFirstAsDefault("Fill in the form?", START_CHOICES)
                    .orElse("cancel");
            return decision.equals("fill") ? fillAndReview(form) : toResult(decision);
        });
    }

    private ElicitResult fillAndReview(ElicitForm form) {
        Map<String, Json> values = new LinkedHashMap<>();
        while (true) {
            for (FormField field : FormField.parseFields(form)) {
                if (!askFieldUntilValidOrEnd(field, values)) {
                    return ElicitResult.cancel();
                }
            }
            printReview(form, values);
            String decision = terminal.chooseWithFirstAsDefault("Send this?", REVIEW_CHOICES)
                    .orElse("cancel");
            if (decision.equals("send")) {
                return ElicitResult.accept(Json.of(values));
            }
            if (!decision.equals("edit")) {
                return toResult(decision);
            }
        }
    }

    private static ElicitResult toResult(String decision) {
        return decision.equals("decline") ? ElicitResult.decline() : ElicitResult.cancel();
    }

    /** Prompts until the value is valid; returns false at the end of the input. */
    private boolean askFieldUntilValidOrEnd(FormField field, Map<String, Json> values) {
        TerminalOutput screen = terminal.screen();
        screen.printNote("");
        field.describeWithChoices().forEach(screen::printNote);
        while (true) {
            Json current = values.get(field.name());
            Optional<String> typed = terminal.ask(field.promptText(current));
            if (typed.isEmpty()) {
                return false;
            }
            if (typed.get().isEmpty()) {
                if (current == null && field.defaultValue() != null) {
                    values.put(field.name(), field.defaultValue());
                    return true;
                }
                if (current != null || !field.isRequired()) {
                    return true;
                }
                screen.printNote("  A value is required.");
                continue;
            }
            try {
                Json value = field.parseTypedText(typed.get());
                List<SchemaIssue> issues =
                        FormValidator.validate(field.toSingleFieldForm(), Json.of(Map.of(field.name(), value)));
                if (issues.isEmpty()) {
                    values.put(field.name(), value);
                    return true;
                }
                screen.printNote("  " + TextEscaper.escapeLine(SchemaIssueFormatter.formatFormContentIssues(issues)));
            } catch (IllegalArgumentException e) {
                screen.printNote("  " + e.getMessage());
            }
        }
    }

    private void printReview(ElicitForm form, Map<String, Json> values) {
        TerminalOutput screen = terminal.screen();
        screen.printNote("");
        for (FormField field : FormField.parseFields(form)) {
            Json value = values.get(field.name());
            screen.printNote("  " + field.escapedLabel() + ": " + (value == null ? "(left out)" : field.format(value)));
        }
    }
}
