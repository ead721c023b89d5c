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
 * Detects {@linkplain PromptInjectionDetector text that instructs the model} in what an upstream server sends. In mode
 * enforce, it removes definitions with such text from their list, and replaces other texts by a note.
 */
public final class PromptInjectionPolicy implements NonBlockingPolicy {
    /** Creates the policy, which has no settings. */
    public PromptInjectionPolicy() {}

    @Override
    public String name() {
        return "instructions";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage message) {
        if (message.direction() != MessageDirection.TO_CLIENT) {
            return PolicyDecision.ALLOW;
        }
        return DefinitionList.of(message)
                .map(PromptInjectionPolicy::removeFlaggedDefinitions)
                .orElseGet(() -> createScanner("").rewriteOrAllow(message.body()));
    }

    private static PolicyDecision removeFlaggedDefinitions(DefinitionList list) {
        List<Finding> findings = new ArrayList<>();
        Json kept = list.filterDefinitions((definition, path) -> {
            ContentMatchReplacer scanner = createScanner(path);
            scanner.replaceMatches(definition);
            findings.addAll(scanner.findings());
            return scanner.findings().isEmpty();
        });
        return PolicyDecision.rewriteOrAllow(findings, kept);
    }

    private static ContentMatchReplacer createScanner(String basePath) {
        return new ContentMatchReplacer(
                PromptInjectionDetector.INSTANCE,
                (text, matches) -> "[held back by the guard: " + matches.get(0).ruleName() + "]",
                basePath);
    }
}
