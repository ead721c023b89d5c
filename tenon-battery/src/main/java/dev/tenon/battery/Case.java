package dev.tenon.battery;

import dev.tenon.model.Revision;
import java.util.Set;

/**
 * One line of the table: what is sent and what comes back.
 *
 * @param file where it stands
 * @param name what is wrong; the only one of that name in its file
 * @param sent what is sent
 * @param expected what comes back
 * @param revisions where it holds
 * @param only the transports it is for, by name, carrier or {@code MIRRORED}; none means all
 * @param not the transports it is not for, as above
 * @param transportDecides whether the answer's words, or its very code, hang on the transport
 */
public record Case(
        String file,
        String name,
        Template sent,
        Expected expected,
        Set<Revision> revisions,
        Set<String> only,
        Set<String> not,
        boolean transportDecides) {
    /** Names every place where headers repeat the body: what no header can say cannot be sent there. */
    private static final String MIRRORED = "MIRRORED";

    /** Whether the case is for that place. */
    boolean isFor(Place place) {
        return revisions.contains(place.revision()) && (only.isEmpty() || isNamed(only, place)) && !isNamed(not, place);
    }

    private static boolean isNamed(Set<String> names, Place place) {
        return names.contains(place.transport())
                || names.contains(place.carrier().name())
                || names.contains(MIRRORED) && place.mirrorsBody();
    }

    /** The same case with something else sent. */
    Case sending(String changedName, Template changed) {
        return new Case(file, changedName, changed, expected, revisions, only, not, transportDecides);
    }

    /** The same case with something else sent and expected; the answers may differ if {@code free}. */
    Case with(Template changed, Expected changedExpected, boolean free) {
        return new Case(file, name, changed, changedExpected, revisions, only, not, transportDecides || free);
    }
}
