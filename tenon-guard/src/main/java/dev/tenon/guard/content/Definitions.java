package dev.tenon.guard.content;

import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.Listing;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Ruling;
import dev.tenon.guard.policy.Subject;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Looks at the definitions of a list one by one, so that one bad definition costs only itself. */
final class Definitions {
    private static final List<Subject> SUBJECTS = List.of(Subject.values());

    private Definitions() {}

    /** The list in a passage, when it is one. */
    static Optional<Listing> in(Passage passage) {
        for (Subject subject : SUBJECTS) {
            Optional<Listing> listing = Listing.of(subject, passage);
            if (listing.isPresent()) {
                return listing;
            }
        }
        return Optional.empty();
    }

    /** Leaves out every definition in which something is found. */
    static Ruling dropped(Listing listing, Function<String, Screening> screenings) {
        List<Finding> findings = new ArrayList<>();
        Json kept = listing.keep((definition, where) -> {
            Screening screening = screenings.apply(where);
            screening.look(definition);
            findings.addAll(screening.findings());
            return screening.findings().isEmpty();
        });
        return Ruling.change(findings, kept);
    }
}
