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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets only those tools through whose definitions were approved: others are left out of lists, and a call of one is an error.
 * What changed is told field by field to whoever runs the guard.
 */
public final class PinPolicy implements Policy {
    private static final Logger LOG = LoggerFactory.getLogger(PinPolicy.class);
    private static final int MOST_BY_THEMSELVES = 10_000;

    private final Pins pins;
    /** Held while it is written down what a first walk found. */
    private final ReentrantLock learning = new ReentrantLock();

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
        boolean writes = method.equals("tools/list") && pins.newTools() == NewTools.ALLOW;
        return !writes && pins.isAtHand();
    }

    @Override
    public void refresh() {
        pins.refresh();
    }

    /** Whether the server is used for the first time, and what it lists then counts as approved. */
    @Override
    public boolean needsTools(String upstream) {
        return pins.newTools() == NewTools.TRUST_FIRST && !pins.lock().knows(upstream);
    }

    /** First use: what the first walk of the list to end finds is approved. All that comes later is new. */
    @Override
    public void learnTools(String upstream, Supplier<Map<String, Json>> tools) {
        Map<String, Json> first = tools.get();
        learning.lock();
        try {
            if (needsTools(upstream)) {
                pins.approve(upstream, first);
                LOG.info("First use of upstream={}: {} tools are approved as they are", upstream, first.size());
            }
        } catch (LockException e) {
            LOG.error("The tools of upstream={} are held back: {}", upstream, e.getMessage());
        } finally {
            learning.unlock();
        }
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
        if (pins.newTools() == NewTools.ALLOW) {
            approveNew(tools, server);
        }
        return tools.without((tool, definition) -> problem(server, tool, definition));
    }

    /** Pins what is new, and what newer clients are shown beside it, as long as there is room. */
    private void approveNew(Listing tools, String server) {
        int room = MOST_BY_THEMSELVES - pins.lock().count(server);
        Map<String, Json> fresh = new LinkedHashMap<>();
        for (Json definition : tools.definitions()) {
            String tool = tools.nameOf(definition);
            if (tool != null && fresh.size() < room && isNew(server, tool, definition)) {
                fresh.put(tool, definition);
            }
        }
        if (!fresh.isEmpty()) {
            pins.approve(server, fresh);
        }
    }

    private boolean isNew(String server, String tool, Json definition) {
        return switch (pins.standing(server, tool, definition)) {
            case APPROVED -> false;
            case NEW -> true;
            case CHANGED -> pins.isMore(server, tool, definition);
        };
    }

    private @Nullable Finding problem(String server, String tool, @Nullable Json definition) {
        if (definition == null) {
            boolean unseen = pins.newTools() != NewTools.ALLOW;
            return unseen ? Finding.of("pins.unknown", named(tool) + " was not in any list of its server.") : null;
        }
        return switch (pins.standing(server, tool, definition)) {
            case APPROVED -> null;
            case NEW ->
                pins.newTools() == NewTools.ALLOW && pins.lock().count(server) < MOST_BY_THEMSELVES
                        ? null
                        : Finding.of("pins.new", named(tool) + " is new and has not been approved.");
            case CHANGED -> changed(server, tool, definition);
        };
    }

    private Finding changed(String server, String tool, Json definition) {
        String places = pins.difference(server, tool, definition).places();
        String problem = pins.isMore(server, tool, definition)
                ? " is approved without " + places
                        + ": the server adds it now, or the lock was written for a client of an"
                        + " older revision. Compare and approve it with tenon guard approve."
                : " is not as it was approved: " + places + " changed.";
        return Finding.of("pins.changed", named(tool) + problem);
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
