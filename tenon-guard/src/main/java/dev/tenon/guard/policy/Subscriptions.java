package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The resources that {@code subscriptions/listen} asks to hear of (2026-07-28): those that may not be read are left out. */
final class Subscriptions {
    private static final String URIS = "resourceSubscriptions";

    private Subscriptions() {}

    static Ruling allowed(Passage passage, Function<String, @Nullable Finding> problemOf) {
        Json filter = passage.body().get("notifications");
        Json uris = filter == null ? null : filter.get(URIS);
        if (passage.part() != Part.REQUEST || filter == null || uris == null) {
            return Ruling.PASS;
        }
        List<Json> kept = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        for (Json uri : uris.elements()) {
            String text = uri.string();
            Finding problem = text == null ? null : problemOf.apply(text);
            if (problem == null) {
                kept.add(uri);
            } else {
                findings.add(new Finding(problem.rule(), "notifications." + URIS, problem.detail()));
            }
        }
        if (findings.isEmpty()) {
            return Ruling.PASS;
        }
        Json changed = filter.with(URIS, Json.of(kept));
        return new Ruling.Change(findings, passage.body().with("notifications", changed));
    }
}
