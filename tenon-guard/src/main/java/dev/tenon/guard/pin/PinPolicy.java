package dev.tenon.guard.pin;

import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.Listing;
import dev.tenon.guard.policy.Part;
import dev.tenon.guard.policy.Passage;
import dev.tenon.guard.policy.Policy;
import dev.tenon.guard.policy.Refusal;
import dev.tenon.guard.policy.Ruling;
import dev.tenon.guard.policy.Subject;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets only those tools through whose definitions were approved: others are left out of lists, and a call of one is an error.
 * What changed is told field by field to whoever runs the guard.
 */
public final class PinPolicy implements Policy {
    private final Pins pins;
    /** Servers whose first list is still coming in, page by page. */
    private final Set<String> introducing = ConcurrentHashMap.newKeySet();

    /** A policy with these pins. */
    public PinPolicy(Pins pins) {
        this.pins = pins;
    }

    @Override
    public String name() {
        return "pins";
    }

    /** What a list holds may be approved, which is written down. */
    @Override
    public boolean neverBlocks(String method) {
        return !method.equals("tools/list") && pins.isAtHand();
    }

    @Override
    public Ruling rule(Passage passage) {
        Optional<Listing> tools = Listing.of(Subject.TOOL, passage);
        if (tools.isPresent()) {
            return list(tools.get(), passage.upstream());
        }
        boolean call = passage.part() == Part.REQUEST && passage.method().equals("tools/call");
        String tool = passage.name();
        Finding problem = call && tool != null ? problem(passage.upstream(), tool, passage.definition()) : null;
        return problem == null ? Ruling.PASS : Ruling.refuse(problem, refusal(String.valueOf(tool)));
    }

    private Ruling list(Listing tools, String server) {
        trust(tools, server);
        List<Finding> findings = new ArrayList<>();
        Json kept = tools.keep((definition, where) -> {
            String tool = tools.nameOf(definition);
            Finding problem = tool == null ? null : problem(server, tool, definition);
            if (problem != null) {
                findings.add(new Finding(problem.rule(), where, problem.detail()));
            }
            return problem == null;
        });
        return Ruling.change(findings, kept);
    }

    /** Pins what may be taken for approved: the first list of a server, or whatever is new. */
    private void trust(Listing tools, String server) {
        Map<String, Json> fresh = new LinkedHashMap<>();
        boolean first = pins.newTools() == NewTools.TRUST_FIRST && isFirst(server, tools.isLast());
        for (Json definition : tools.definitions()) {
            String tool = tools.nameOf(definition);
            boolean isNew = tool != null && pins.standing(server, tool, definition) == Pins.Standing.NEW;
            if (isNew && (first || pins.newTools() == NewTools.ALLOW)) {
                fresh.put(tool, definition);
            }
        }
        if (first || !fresh.isEmpty()) {
            pins.approve(server, fresh);
        }
    }

    private boolean isFirst(String server, boolean last) {
        boolean unknown = !pins.lock().knows(server);
        if (unknown && !last) {
            introducing.add(server);
        }
        return last ? introducing.remove(server) || unknown : unknown || introducing.contains(server);
    }

    private @Nullable Finding problem(String server, String tool, @Nullable Json definition) {
        if (pins.newTools() == NewTools.TRUST_FIRST && !pins.lock().knows(server)) {
            return null; // Nothing of this server was listed or approved yet: its first list will be taken for
            // approved.
        }
        if (definition == null) {
            boolean unseen = pins.newTools() != NewTools.ALLOW;
            return unseen ? Finding.of("pins.unknown", named(tool) + " was not in any list of its server.") : null;
        }
        return switch (pins.standing(server, tool, definition)) {
            case APPROVED -> null;
            case NEW ->
                pins.newTools() == NewTools.ALLOW
                        ? null
                        : Finding.of("pins.new", named(tool) + " is new and has not been approved.");
            case CHANGED ->
                Finding.of(
                        "pins.changed",
                        named(tool) + " is not as it was approved: "
                                + pins.difference(server, tool, definition).places() + " changed.");
        };
    }

    private static String named(String tool) {
        return "The tool " + Quote.shortened(tool);
    }

    private static Refusal refusal(String tool) {
        return Refusal.error(
                ErrorCode.INVALID_PARAMS,
                named(tool) + " is held back until whoever runs the guard approves it (tenon guard approve)");
    }
}
