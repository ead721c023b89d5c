package dev.tenon.guard.policy.access;

import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Removes the URIs that the caller may not read from a {@code subscriptions/listen} request (2026-07-28). */
final class SubscriptionUriFilter {
    private static final String URIS = "resourceSubscriptions";

    private SubscriptionUriFilter() {}

    static PolicyDecision removeDenied(PolicyMessage message, Function<String, @Nullable Finding> problemOf) {
        Json filter = message.body().get("notifications");
        Json uris = filter == null ? null : filter.get(URIS);
        if (message.kind() != MessageKind.REQUEST || filter == null || uris == null) {
            return PolicyDecision.ALLOW;
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
            return PolicyDecision.ALLOW;
        }
        Json changed = filter.withMember(URIS, Json.of(kept));
        return new PolicyDecision.RewriteDecision(findings, message.body().withMember("notifications", changed));
    }
}
