package dev.tenon.guard.content;

import dev.tenon.guard.policy.Direction;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.Listing;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.QuickPolicy;
import dev.tenon.guard.policy.Ruling;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes {@linkplain HiddenText hidden characters} out of everything that a server says. A definition that hides them in its name
 * or in the name of an argument is left out of the list: without them it would be called by a name that its server does not know.
 */
public final class HiddenPolicy implements QuickPolicy {
    /** The policy; it has no settings. */
    public HiddenPolicy() {}

    @Override
    public String name() {
        return "hidden";
    }

    @Override
    public Ruling rule(Passage passage) {
        if (passage.direction() != Direction.TO_CLIENT) {
            return Ruling.PASS;
        }
        List<Finding> findings = new ArrayList<>();
        Json body = Listing.of(passage)
                .map(listing -> withoutBadNames(listing, findings))
                .orElse(passage.body());
        Screening screening = screening("");
        Json stripped = screening.look(body);
        findings.addAll(screening.findings());
        return Ruling.change(findings, stripped);
    }

    private static Json withoutBadNames(Listing listing, List<Finding> findings) {
        return listing.keep((definition, where) -> {
            String name = listing.nameOf(definition);
            boolean badName = name != null && !HiddenText.RULE.find(name).isEmpty();
            Screening screening = screening(where);
            screening.look(definition);
            boolean bad = badName || screening.inNames();
            if (bad) {
                findings.addAll(screening.findings());
            }
            return !bad;
        });
    }

    private static Screening screening(String place) {
        return new Screening(HiddenText.RULE, (text, spans) -> Span.replaced(text, spans, span -> ""), place);
    }
}
