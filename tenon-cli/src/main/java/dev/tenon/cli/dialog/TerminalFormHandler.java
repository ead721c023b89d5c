package dev.tenon.cli.dialog;

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
import java.util.Optional;

/** Puts a form to the user: one field after the other, then all of it for review before anything is sent. */
public final class TerminalFormHandler implements FormHandler {
    private static final List<String> BEGIN = List.of("fill", "decline", "cancel");
    private static final List<String> END = List.of("send", "edit", "decline", "cancel");

    private final TerminalInput keyboard;
    private final TerminalOutput screen;

    /** Asks there. */
    public TerminalFormHandler(TerminalInput keyboard) {
        this.keyboard = keyboard;
        this.screen = keyboard.screen();
    }

    @Override
    public ElicitResult fill(ElicitForm form, RequestingServer asker) {
        keyboard.promptLock().lock();
        try {
            screen.printNote("");
            screen.printNote(RequesterFormatter.describe(asker) + " asks:");
            screen.printNote("  " + TextEscaper.escapeText(form.message()).replace("\n", "\n  "));
            String begin = keyboard.choose("Fill in the form?", BEGIN).orElse("cancel");
            return begin.equals("fill") ? fillFields(form) : toResult(begin);
        } finally {
            keyboard.promptLock().unlock();
        }
    }

    private ElicitResult fillFields(ElicitForm form) {
        Map<String, Json> values = new LinkedHashMap<>();
        while (true) {
            for (FormField field : FormField.of(form)) {
                if (!askField(field, values)) {
                    return ElicitResult.cancel();
                }
            }
            printReview(form, values);
            String end = keyboard.choose("Send this?", END).orElse("cancel");
            if (end.equals("send")) {
                return ElicitResult.accept(Json.of(values));
            }
            if (!end.equals("edit")) {
                return toResult(end);
            }
        }
    }

    private static ElicitResult toResult(String how) {
        return how.equals("decline") ? ElicitResult.decline() : ElicitResult.cancel();
    }

    /** Asks until what was typed is right; false when nothing more will be typed. */
    private boolean askField(FormField field, Map<String, Json> values) {
        screen.printNote("");
        field.describe().forEach(screen::printNote);
        while (true) {
            Json before = values.get(field.name());
            Optional<String> typed = keyboard.ask(field.promptText(before));
            if (typed.isEmpty()) {
                return false;
            }
            if (typed.get().isEmpty()) {
                if (before == null && field.defaultValue() != null) {
                    values.put(field.name(), field.defaultValue());
                    return true;
                }
                if (before != null || !field.isRequired()) {
                    return true;
                }
                screen.printNote("  It has to be filled in.");
                continue;
            }
            try {
                Json value = field.parse(typed.get());
                List<SchemaIssue> issues =
                        FormValues.validate(field.toSingleFieldForm(), Json.of(Map.of(field.name(), value)));
                if (issues.isEmpty()) {
                    values.put(field.name(), value);
                    return true;
                }
                screen.printNote("  " + TextEscaper.escapeLine(SchemaIssueFormatter.formatFieldIssues(issues)));
            } catch (IllegalArgumentException e) {
                screen.printNote("  " + e.getMessage());
            }
        }
    }

    private void printReview(ElicitForm form, Map<String, Json> values) {
        screen.printNote("");
        for (FormField field : FormField.of(form)) {
            Json value = values.get(field.name());
            screen.printNote("  " + field.label() + ": " + (value == null ? "(left out)" : field.format(value)));
        }
    }
}
