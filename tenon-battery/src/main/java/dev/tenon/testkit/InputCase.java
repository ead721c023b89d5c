package dev.tenon.testkit;

import dev.tenon.model.Revision;
import java.util.Set;

/**
 * One line of the table: what is sent and what comes back.
 *
 * @param file where it stands
 * @param name what is wrong; the only one of that name in its file
 * @param sentTemplate what is sent
 * @param expected what comes back
 * @param revisions where it holds
 * @param onlyTransports the transports it is for, by name, carrier or {@code MIRRORED}; none means all
 * @param excludedTransports the transports it is not for, as above
 * @param transportDecides whether the answer's words, or its very code, hang on the transport
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
    /** Names every place where headers repeat the body: what no header can say cannot be sent there. */
    private static final String MIRRORED = "MIRRORED";

    /** Whether the case is for that place. */
    boolean appliesTo(TestTarget place) {
        return revisions.contains(place.revision())
                && (onlyTransports.isEmpty() || isNamed(onlyTransports, place))
                && !isNamed(excludedTransports, place);
    }

    private static boolean isNamed(Set<String> names, TestTarget place) {
        return names.contains(place.transport())
                || names.contains(place.transportKind().name())
                || names.contains(MIRRORED) && place.mirrorsBody();
    }

    /** The same case with something else sent. */
    InputCase withSent(String changedName, MessageTemplate changed) {
        return new InputCase(
                file, changedName, changed, expected, revisions, onlyTransports, excludedTransports, transportDecides);
    }

    /** The same case with something else sent and expected; the answers may differ if {@code free}. */
    InputCase withSentAndExpected(MessageTemplate changed, ExpectedResponse changedExpected, boolean free) {
        return new InputCase(
                file,
                name,
                changed,
                changedExpected,
                revisions,
                onlyTransports,
                excludedTransports,
                transportDecides || free);
    }
}
