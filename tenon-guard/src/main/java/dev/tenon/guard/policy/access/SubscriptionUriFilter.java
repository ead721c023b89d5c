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

/**
 * The resources that {@code subscriptions/listen} asks to hear of (2026-07-28): those that may not be read are left
 * out.
 */
final class SubscriptionUriFilter {
    private static final String URIS = "resourceSubscriptions";

    private SubscriptionUriFilter() {}

    static PolicyDecision removeDenied(PolicyMessage passage, Function<String, @Nullable Finding> problemOf) {
        Json filter = passage.body().get("notifications");
        Json uris = filter == null ? null : filter.get(URIS);
        if (passage.kind() != MessageKind.REQUEST || filter == null || uris == null) {
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
        return new PolicyDecision.RewriteDecision(findings, passage.body().withMember("notifications", changed));
    }
}
