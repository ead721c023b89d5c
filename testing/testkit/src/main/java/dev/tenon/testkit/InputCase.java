package dev.tenon.testkit;

import dev.tenon.model.Revision;
import java.util.Set;

/**
 * A case of malformed or valid input with the expected response.
 *
 * @param file the file of the case, without {@code .cases}
 * @param name the unique name of the case within its file
 * @param sentTemplate the message to send
 * @param expected the expected response
 * @param revisions the revisions to which the case applies
 * @param onlyTransports the transports to which the case applies, by name, {@link TransportKind} or {@code MIRRORED};
 *     empty for all
 * @param excludedTransports the transports to which the case does not apply
 * @param transportDecides whether the text or the code of the response may differ between transports
 */
public record InputCase(
        String file,
        String name,
        MessageTemplate sentTemplate,
        ExpectedResponse expected,
        Set<Revision> revisions,
        Set<String> onlyTransports,
        Set<String> excludedTransports,
        boolean transportDecides) {
    /** Names all targets whose headers mirror the body: values that are invalid in a header cannot be sent there. */
    private static final String MIRRORED = "MIRRORED";

    /** Returns whether the case applies to a target. */
    boolean appliesTo(TestTarget target) {
        return revisions.contains(target.revision())
                && (onlyTransports.isEmpty() || isNamed(onlyTransports, target))
                && !isNamed(excludedTransports, target);
    }

    private static boolean isNamed(Set<String> names, TestTarget target) {
        return names.contains(target.transport())
                || names.contains(target.transportKind().name())
                || names.contains(MIRRORED) && target.mirrorsBody();
    }

    /** Returns the same case with another message. */
    InputCase withSent(String changedName, MessageTemplate template) {
        return new InputCase(
                file, changedName, template, expected, revisions, onlyTransports, excludedTransports, transportDecides);
    }

    /**
     * Returns the same case with another message and another expected response; with {@code mayDiffer}, the responses
     * may differ between transports.
     */
    InputCase withSentAndExpected(MessageTemplate template, ExpectedResponse changedExpected, boolean mayDiffer) {
        return new InputCase(
                file,
                name,
                template,
                changedExpected,
                revisions,
                onlyTransports,
                excludedTransports,
                transportDecides || mayDiffer);
    }
}
