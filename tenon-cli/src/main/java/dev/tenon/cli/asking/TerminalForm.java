package dev.tenon.cli.asking;

import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.Asker;
import dev.tenon.client.FormAnswers;
import dev.tenon.client.FormHandler;
import dev.tenon.json.Json;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitResult;
import dev.tenon.schema.Advice;
import dev.tenon.schema.SchemaIssue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts a form to the user: one field after the other, then all of it for review before anything is sent. */
public final class TerminalForm implements FormHandler {
    private static final List<String> BEGIN = List.of("fill", "decline", "cancel");
    private static final List<String> END = List.of("send", "edit", "decline", "cancel");

    private final Keyboard keyboard;
    private final Screen screen;

    /** Asks there. */
    public TerminalForm(Keyboard keyboard) {
        this.keyboard = keyboard;
        this.screen = keyboard.screen();
    }

    @Override
    public ElicitResult fill(ElicitForm form, Asker asker) {
        keyboard.turn().lock();
        try {
            screen.note("");
            screen.note(Question.by(asker) + " asks:");
            screen.note("  " + Visible.text(form.message()).replace("\n", "\n  "));
            String begin = keyboard.choose("Fill in the form?", BEGIN).orElse("cancel");
            return begin.equals("fill") ? filled(form) : ended(begin);
        } finally {
            keyboard.turn().unlock();
        }
    }

    private ElicitResult filled(ElicitForm form) {
        Map<String, Json> values = new LinkedHashMap<>();
        while (true) {
            for (Field field : Field.of(form)) {
                if (!ask(field, values)) {
                    return ElicitResult.cancel();
                }
            }
            review(form, values);
            String end = keyboard.choose("Send this?", END).orElse("cancel");
            if (end.equals("send")) {
                return ElicitResult.accept(Json.of(values));
            }
            if (!end.equals("edit")) {
                return ended(end);
            }
        }
    }

    private static ElicitResult ended(String how) {
        return how.equals("decline") ? ElicitResult.decline() : ElicitResult.cancel();
    }

    /** Asks until what was typed is right; false when nothing more will be typed. */
    private boolean ask(Field field, Map<String, Json> values) {
        screen.note("");
        field.about().forEach(screen::note);
        while (true) {
            Json before = values.get(field.name());
            Optional<String> typed = keyboard.ask(field.prompt(before));
            if (typed.isEmpty()) {
                return false;
            }
            if (typed.get().isEmpty()) {
                if (before == null && field.preset() != null) {
                    values.put(field.name(), field.preset());
                    return true;
                }
                if (before != null || !field.isRequired()) {
                    return true;
                }
                screen.note("  It has to be filled in.");
                continue;
            }
            try {
                Json value = field.read(typed.get());
                List<SchemaIssue> issues = FormAnswers.issues(field.alone(), Json.of(Map.of(field.name(), value)));
                if (issues.isEmpty()) {
                    values.put(field.name(), value);
                    return true;
                }
                screen.note("  " + Visible.line(Advice.forFields(issues)));
            } catch (IllegalArgumentException e) {
                screen.note("  " + e.getMessage());
            }
        }
    }

    private void review(ElicitForm form, Map<String, Json> values) {
        screen.note("");
        for (Field field : Field.of(form)) {
            Json value = values.get(field.name());
            screen.note("  " + field.label() + ": " + (value == null ? "(left out)" : field.shown(value)));
        }
    }
}
