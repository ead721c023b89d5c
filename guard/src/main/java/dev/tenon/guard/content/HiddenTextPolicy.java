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
 * Removes {@linkplain HiddenTextDetector hidden characters} from everything that an upstream server sends. Removes a
 * definition from its list if its name, or the name of an argument, contains them: without them the client would call
 * it by a name that the server does not know.
 */
public final class HiddenTextPolicy implements NonBlockingPolicy {
    private static final HiddenTextDetector DETECTOR = HiddenTextDetector.INSTANCE;

    /** Creates the policy, which has no settings. */
    public HiddenTextPolicy() {}

    @Override
    public String name() {
        return "hidden";
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage message) {
        if (message.direction() != MessageDirection.TO_CLIENT) {
            return PolicyDecision.ALLOW;
        }
        List<Finding> findings = new ArrayList<>();
        Json body = DefinitionList.of(message)
                .map(list -> removeDefinitionsWithHiddenNames(list, findings))
                .orElse(message.body());
        ContentMatchReplacer scanner = createScanner("");
        Json stripped = scanner.replaceMatches(body);
        findings.addAll(scanner.findings());
        return PolicyDecision.rewriteOrAllow(findings, stripped);
    }

    private static Json removeDefinitionsWithHiddenNames(DefinitionList list, List<Finding> findings) {
        return list.filterDefinitions((definition, path) -> {
            String name = list.nameOf(definition);
            boolean hasHiddenName = name != null && !DETECTOR.find(name).isEmpty();
            ContentMatchReplacer scanner = createScanner(path);
            scanner.replaceMatches(definition);
            if (!hasHiddenName && !scanner.hasFindingInMemberName()) {
                return true;
            }
            findings.addAll(scanner.findings());
            return false;
        });
    }

    private static ContentMatchReplacer createScanner(String basePath) {
        return new ContentMatchReplacer(
                DETECTOR, (text, matches) -> TextMatch.replaceAll(text, matches, match -> ""), basePath);
    }
}
