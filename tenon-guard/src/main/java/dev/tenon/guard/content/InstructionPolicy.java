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
 * Finds {@linkplain Instructions text that gives a model orders} in what a server says. Where it is enforced, a definition with
 * such text is left out of its list, and elsewhere the whole text is held back, with a word in its place.
 */
public final class InstructionPolicy implements QuickPolicy {
    /** The policy; it has no settings. */
    public InstructionPolicy() {}

    @Override
    public String name() {
        return "instructions";
    }

    @Override
    public Ruling rule(Passage passage) {
        if (passage.direction() != Direction.TO_CLIENT) {
            return Ruling.PASS;
        }
        return Listing.of(passage).map(InstructionPolicy::withoutOrders).orElseGet(() -> heldBack(passage.body()));
    }

    private static Ruling withoutOrders(Listing listing) {
        List<Finding> findings = new ArrayList<>();
        Json kept = listing.keep((definition, where) -> {
            Screening screening = screening(where);
            screening.look(definition);
            findings.addAll(screening.findings());
            return screening.findings().isEmpty();
        });
        return Ruling.change(findings, kept);
    }

    private static Ruling heldBack(Json body) {
        Screening screening = screening("");
        Json changed = screening.look(body);
        return Ruling.change(screening.findings(), changed);
    }

    private static Screening screening(String place) {
        return new Screening(
                Instructions.RULE,
                (text, spans) -> "[held back by the guard: " + spans.get(0).rule() + "]",
                place);
    }
}
