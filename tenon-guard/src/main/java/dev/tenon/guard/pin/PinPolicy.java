package dev.tenon.guard.pin;

import dev.tenon.guard.policy.DefinitionList;
import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
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
 * Lets only those tools through whose definitions were approved: others are left out of lists, and a call of one is an
 * error. What changed is told field by field to whoever runs the guard.
 */
public final class PinPolicy implements GuardPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(PinPolicy.class);
    private static final int MAX_AUTO_APPROVED = 10_000;

    private final PinStore pins;
    /** Held while it is written down what a first walk found. */
    private final ReentrantLock learning = new ReentrantLock();

    /** A policy with these pins. */
    public PinPolicy(PinStore pins) {
        this.pins = pins;
    }

    @Override
    public String name() {
        return "pins";
    }

    /** What a list holds may be approved, which is written down. */
    @Override
    public boolean isNonBlocking(String method) {
        boolean writes = method.equals("tools/list") && pins.newToolMode() == NewToolMode.ALLOW;
        return !writes && pins.isFresh();
    }

    @Override
    public void refresh() {
        pins.refresh();
    }

    /** Whether the server is used for the first time, and what it lists then counts as approved. */
    @Override
    public boolean requiresToolList(String upstream) {
        return pins.newToolMode() == NewToolMode.TRUST_FIRST
                && !pins.currentLock().hasServer(upstream);
    }

    /** First use: what the first walk of the list to end finds is approved. All that comes later is new. */
    @Override
    public void loadToolList(String upstream, Supplier<Map<String, Json>> tools) {
        Map<String, Json> first = tools.get();
        learning.lock();
        try {
            if (requiresToolList(upstream)) {
                pins.approve(upstream, first);
                LOG.info("First use of upstream={}: {} tools are approved as they are", upstream, first.size());
            }
        } catch (PinLockException e) {
            LOG.error("The tools of upstream={} are held back: {}", upstream, e.getMessage());
        } finally {
            learning.unlock();
        }
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage passage) {
        Optional<DefinitionList> tools = DefinitionList.of(FeatureKind.TOOL, passage);
        if (tools.isPresent()) {
            return filterList(tools.get(), passage.upstream());
        }
        boolean call = passage.kind() == MessageKind.REQUEST && passage.method().equals("tools/call");
        String tool = passage.targetName();
        Finding problem = call && tool != null ? findProblem(passage.upstream(), tool, passage.definition()) : null;
        return problem == null ? PolicyDecision.ALLOW : PolicyDecision.reject(problem, toRefusal(String.valueOf(tool)));
    }

    private PolicyDecision filterList(DefinitionList tools, String server) {
        if (pins.newToolMode() == NewToolMode.ALLOW) {
            approveNew(tools, server);
        }
        return tools.removeInvalid((tool, definition) -> findProblem(server, tool, definition));
    }

    /** Pins what is new, and what newer clients are shown beside it, as long as there is room. */
    private void approveNew(DefinitionList tools, String server) {
        int room = MAX_AUTO_APPROVED - pins.currentLock().pinCount(server);
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
        return switch (pins.approvalStatus(server, tool, definition)) {
            case APPROVED -> false;
            case NEW -> true;
            case CHANGED -> pins.isExtended(server, tool, definition);
        };
    }

    private @Nullable Finding findProblem(String server, String tool, @Nullable Json definition) {
        if (definition == null) {
            boolean unseen = pins.newToolMode() != NewToolMode.ALLOW;
            return unseen
                    ? Finding.of("pins.unknown", describeTool(tool) + " was not in any list of its server.")
                    : null;
        }
        return switch (pins.approvalStatus(server, tool, definition)) {
            case APPROVED -> null;
            case NEW ->
                pins.newToolMode() == NewToolMode.ALLOW && pins.currentLock().pinCount(server) < MAX_AUTO_APPROVED
                        ? null
                        : Finding.of("pins.new", describeTool(tool) + " is new and has not been approved.");
            case CHANGED -> changedFinding(server, tool, definition);
        };
    }

    private Finding changedFinding(String server, String tool, Json definition) {
        String places = pins.diff(server, tool, definition).places();
        String problem = pins.isExtended(server, tool, definition)
                ? " is approved without " + places
                        + ": the server adds it now, or the lock was written for a client of an"
                        + " older revision. Compare and approve it with tenon guard approve."
                : " is not as it was approved: " + places + " changed.";
        return Finding.of("pins.changed", describeTool(tool) + problem);
    }

    private static String describeTool(String tool) {
        return "The tool " + Excerpts.quote(tool);
    }

    private static PolicyRejection toRefusal(String tool) {
        return PolicyRejection.protocolError(
                ErrorCode.INVALID_PARAMS,
                describeTool(tool) + " is held back until whoever runs the guard approves it (tenon guard approve)");
    }
}
