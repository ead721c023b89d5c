package dev.tenon.guard.content;

import dev.tenon.guard.policy.DefinitionList;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.NonBlockingPolicy;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds {@linkplain PromptInjectionDetector text that gives a model orders} in what a server says. Where it is
 * enforced, a definition with such text is left out of its list, and elsewhere the whole text is held back, with a word
 * in its place.
 */
public final class PromptInjectionPolicy implements NonBlockingPolicy {
    /** The policy; it has no settings. */
    public PromptInjectionPolicy() {}

    @Override
    public String name() {
        return "instructions";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage passage) {
        if (passage.direction() != MessageDirection.TO_CLIENT) {
            return PolicyDecision.ALLOW;
        }
        return DefinitionList.of(passage)
                .map(PromptInjectionPolicy::removeFlaggedDefinitions)
                .orElseGet(() -> replaceFlaggedTexts(passage.body()));
    }

    private static PolicyDecision removeFlaggedDefinitions(DefinitionList listing) {
        List<Finding> findings = new ArrayList<>();
        Json kept = listing.filterDefinitions((definition, where) -> {
            ContentScanner screening = createScanner(where);
            screening.scan(definition);
            findings.addAll(screening.findings());
            return screening.findings().isEmpty();
        });
        return PolicyDecision.rewriteOrAllow(findings, kept);
    }

    private static PolicyDecision replaceFlaggedTexts(Json body) {
        ContentScanner screening = createScanner("");
        Json changed = screening.scan(body);
        return PolicyDecision.rewriteOrAllow(screening.findings(), changed);
    }

    private static ContentScanner createScanner(String place) {
        return new ContentScanner(
                PromptInjectionDetector.INSTANCE,
                (text, spans) -> "[held back by the guard: " + spans.get(0).ruleName() + "]",
                place);
    }
}
