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
 * Allows only tools whose definitions are approved: others are removed from lists, and calls of them are errors. The
 * guard's operator sees which members changed.
 */
public final class PinPolicy implements GuardPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(PinPolicy.class);
    private static final int MAX_AUTO_APPROVED = 10_000;

    private final PinStore pins;
    /** Serializes the approval on first use. */
    private final ReentrantLock approvalLock = new ReentrantLock();

    /** Creates a policy with these pins. */
    public PinPolicy(PinStore pins) {
        this.pins = pins;
    }

    @Override
    public String name() {
        return "pins";
    }

    /** Blocking if a list may be approved, which writes the lock file. */
    @Override
    public boolean isNonBlocking(String method) {
        boolean mayWrite = method.equals("tools/list") && pins.newToolMode() == NewToolMode.ALLOW;
        return !mayWrite && pins.isFreshAndRequestRefresh();
    }

    @Override
    public void reloadFiles() {
        pins.refreshIfRequested();
    }

    /** Returns whether the server is used for the first time, so that its current tools are to be approved. */
    @Override
    public boolean requiresToolList(String upstream) {
        return pins.newToolMode() == NewToolMode.TRUST_FIRST
                && !pins.currentLock().hasServer(upstream);
    }

    /** Approves all tools of a server on first use; tools that appear later are new. */
    @Override
    public void loadToolList(String upstream, Supplier<Map<String, Json>> tools) {
        Map<String, Json> currentTools = tools.get();
        approvalLock.lock();
        try {
            if (requiresToolList(upstream)) {
                pins.approve(upstream, currentTools);
                LOG.info("Approved all tools on first use: upstream={}, tools={}", upstream, currentTools.size());
            }
        } catch (PinFileException e) {
            LOG.error("Could not approve tools, they are blocked: upstream={}, cause={}", upstream, e.getMessage());
        } finally {
            approvalLock.unlock();
        }
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage message) {
        Optional<DefinitionList> tools = DefinitionList.of(FeatureKind.TOOL, message);
        if (tools.isPresent()) {
            return approveAndFilterList(tools.get(), message.upstream());
        }
        String tool = message.targetName();
        boolean isCall =
                message.kind() == MessageKind.REQUEST && message.method().equals("tools/call");
        if (tool == null || !isCall) {
            return PolicyDecision.ALLOW;
        }
        Finding finding = findProblem(message.upstream(), tool, message.definition());
        return finding == null ? PolicyDecision.ALLOW : PolicyDecision.reject(finding, toRefusal(tool));
    }

    /** Removes tools that are not approved. In mode ALLOW, first writes approvals of new tools to the lock file. */
    private PolicyDecision approveAndFilterList(DefinitionList tools, String server) {
        if (pins.newToolMode() == NewToolMode.ALLOW) {
            approveNew(tools, server);
        }
        return tools.removeInvalid((tool, definition) -> findProblem(server, tool, definition));
    }

    /**
     * Pins new tools, and additional members that newer revisions show, up to 10,000 pins of a server.
     *
     * @throws PinFileException if the lock file cannot be written; the policy chain then rejects the list
     */
    private void approveNew(DefinitionList tools, String server) {
        int available = MAX_AUTO_APPROVED - pins.currentLock().pinCount(server);
        Map<String, Json> newTools = new LinkedHashMap<>();
        for (Json definition : tools.definitions()) {
            String tool = tools.nameOf(definition);
            if (tool != null && newTools.size() < available && isNewOrExtended(server, tool, definition)) {
                newTools.put(tool, definition);
            }
        }
        if (!newTools.isEmpty()) {
            pins.approve(server, newTools);
        }
    }

    private boolean isNewOrExtended(String server, String tool, Json definition) {
        return switch (pins.approvalStatus(server, tool, definition)) {
            case APPROVED -> false;
            case NEW -> true;
            case CHANGED -> pins.isExtended(server, tool, definition);
        };
    }

    private @Nullable Finding findProblem(String server, String tool, @Nullable Json definition) {
        if (definition == null) {
            return pins.newToolMode() == NewToolMode.ALLOW
                    ? null
                    : Finding.of("pins.unknown", describeTool(tool) + " was not in any list of its server.");
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
        String locations = pins.diffFromApproved(server, tool, definition).places();
        String detail = pins.isExtended(server, tool, definition)
                ? " is approved without " + locations
                        + ": the server adds it now, or the lock was written for a client of an"
                        + " older revision. Compare and approve it with tenon guard approve."
                : " differs from its approved definition: " + locations + " changed.";
        return Finding.of("pins.changed", describeTool(tool) + detail);
    }

    private static String describeTool(String tool) {
        return "The tool " + Excerpts.quote(tool);
    }

    private static PolicyRejection toRefusal(String tool) {
        return PolicyRejection.protocolError(
                ErrorCode.INVALID_PARAMS,
                describeTool(tool) + " is held back until the operator of the guard approves it (tenon guard approve)");
    }
}
