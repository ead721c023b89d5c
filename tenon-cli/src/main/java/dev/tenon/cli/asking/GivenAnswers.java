package dev.tenon.cli.asking;

import dev.tenon.cli.argument.TypedArguments;
import dev.tenon.cli.argument.Wanted;
import dev.tenon.cli.exit.FailureException;
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
import java.util.Set;

/**
 * Fills in forms in scripts: with answers that were given beforehand, and with the form's own defaults.
 *
 * @param words such as {@code name=Ada}; a form takes those that it has fields for
 */
public record GivenAnswers(List<String> words, Screen screen) implements FormHandler {
    /** Copies the lists. */
    public GivenAnswers {
        words = List.copyOf(words);
    }

    @Override
    public ElicitResult fill(ElicitForm form, Asker asker) {
        Set<String> names = Wanted.by(form.requestedSchema()).names();
        List<String> mine = words.stream()
                .filter(word -> names.contains(word.replaceFirst(":?=.*", "")))
                .toList();
        try {
            Json values = FormAnswers.withDefaults(form, TypedArguments.of("The form", optional(form), mine));
            List<SchemaIssue> issues = FormAnswers.issues(form, values);
            if (issues.isEmpty()) {
                return ElicitResult.accept(values);
            }
            return cancelled(form, Visible.line(Advice.forFields(issues)));
        } catch (FailureException e) {
            return cancelled(form, String.valueOf(e.getMessage()));
        }
    }

    /** What is missing may have a default: that is seen afterwards. */
    private static Json optional(ElicitForm form) {
        Map<String, Json> members = new LinkedHashMap<>(form.requestedSchema().members());
        members.remove("required");
        return Json.of(members);
    }

    private ElicitResult cancelled(ElicitForm form, String why) {
        screen.note("The form '" + Visible.firstLine(form.message()) + "' was not filled in: " + why
                + " Give what is missing with --answer NAME=VALUE.");
        return ElicitResult.cancel();
    }
}
