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
 * Takes {@linkplain HiddenTextDetector hidden characters} out of everything that a server says. A definition that hides
 * them in its name or in the name of an argument is left out of the list: without them it would be called by a name
 * that its server does not know.
 */
public final class HiddenTextPolicy implements NonBlockingPolicy {
    /** The policy; it has no settings. */
    public HiddenTextPolicy() {}

    @Override
    public String name() {
        return "hidden";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage passage) {
        if (passage.direction() != MessageDirection.TO_CLIENT) {
            return PolicyDecision.ALLOW;
        }
        List<Finding> findings = new ArrayList<>();
        Json body = DefinitionList.of(passage)
                .map(listing -> removeDefinitionsWithHiddenNames(listing, findings))
                .orElse(passage.body());
        ContentScanner screening = createScanner("");
        Json stripped = screening.scan(body);
        findings.addAll(screening.findings());
        return PolicyDecision.rewriteOrAllow(findings, stripped);
    }

    private static Json removeDefinitionsWithHiddenNames(DefinitionList listing, List<Finding> findings) {
        return listing.filterDefinitions((definition, where) -> {
            String name = listing.nameOf(definition);
            boolean badName =
                    name != null && !HiddenTextDetector.INSTANCE.find(name).isEmpty();
            ContentScanner screening = createScanner(where);
            screening.scan(definition);
            boolean bad = badName || screening.hasNameMatch();
            if (bad) {
                findings.addAll(screening.findings());
            }
            return !bad;
        });
    }

    private static ContentScanner createScanner(String place) {
        return new ContentScanner(
                HiddenTextDetector.INSTANCE, (text, spans) -> TextMatch.replaceAll(text, spans, span -> ""), place);
    }
}
