package dev.tenon.guard.policy;

import dev.tenon.guard.policy.FindingReport.PolicyAction;
import dev.tenon.guard.policy.PolicyDecision.AllowDecision;
import dev.tenon.guard.policy.PolicyDecision.RejectDecision;
import dev.tenon.guard.policy.PolicyDecision.RewriteDecision;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy.ProtocolCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates policies in their order, each in its mode. A policy sees the changes of the policies before it; the first
 * rejection ends the evaluation.
 *
 * <p>A policy that throws counts as one that rejects: a message that could not be checked does not pass, unless the
 * policy only warns.
 */
public final class PolicyChain {
    /** A chain without policies. */
    public static final PolicyChain NONE = new PolicyChain(List.of(), FindingListener.NONE);

    private static final Logger LOG = LoggerFactory.getLogger(PolicyChain.class);

    private final List<PolicyEntry> entries;
    private final List<GuardPolicy> maybeBlockingPolicies;
    private final FindingListener listener;
    private final ProtocolStrictness strictness;

    /**
     * Creates a chain in which messages must be strictly valid.
     *
     * @param policies the policies in their order
     * @param listener receives every finding
     */
    public PolicyChain(List<PolicyEntry> policies, FindingListener listener) {
        this(policies, listener, ProtocolStrictness.STRICT);
    }

    private PolicyChain(List<PolicyEntry> policies, FindingListener listener, ProtocolStrictness strictness) {
        this.entries = policies.stream()
                .filter(entry -> entry.mode() != EnforcementMode.OFF)
                .toList();
        this.maybeBlockingPolicies = entries.stream()
                .map(PolicyEntry::policy)
                .filter(policy -> !(policy instanceof NonBlockingPolicy))
                .toList();
        this.listener = listener;
        this.strictness = strictness;
    }

    /** Returns this chain with another strictness for the form of messages. */
    public PolicyChain withStrictness(ProtocolStrictness changed) {
        return new PolicyChain(entries, listener, changed);
    }

    /** A policy and its mode. */
    public record PolicyEntry(GuardPolicy policy, EnforcementMode mode) {}

    /** Evaluates all policies for a message. */
    public PolicyOutcome evaluate(PolicyMessage message) {
        if (entries.isEmpty()) {
            return new PolicyOutcome(message, null, List.of());
        }
        PolicyMessage current = message;
        List<FindingReport> reports = new ArrayList<>();
        for (PolicyEntry entry : entries) {
            PolicyDecision decision = evaluateOrReject(entry.policy(), current);
            if (decision instanceof AllowDecision && decision.findings().isEmpty()) {
                continue;
            }
            PolicyAction action = actionFor(entry.mode(), decision);
            for (Finding finding : decision.findings()) {
                FindingReport report = new FindingReport(entry.policy().name(), entry.mode(), finding, action);
                reports.add(report);
                listener.onFinding(current, report);
            }
            if (action == PolicyAction.REFUSED && decision instanceof RejectDecision rejection) {
                return new PolicyOutcome(current, rejection.rejection(), reports);
            }
            if (action == PolicyAction.CHANGED && decision instanceof RewriteDecision rewrite) {
                current = current.withBody(rewrite.body());
            }
        }
        return new PolicyOutcome(current, null, reports);
    }

    /** Returns whether no policy ever blocks on messages of this method and their responses. */
    public boolean isNonBlocking(String method) {
        for (GuardPolicy policy : maybeBlockingPolicies) {
            if (!policy.isNonBlocking(method)) {
                return false;
            }
        }
        return true;
    }

    /** Calls {@link GuardPolicy#reloadFiles} of every policy. */
    public void reloadFiles() {
        entries.forEach(entry -> entry.policy().reloadFiles());
    }

    /**
     * Returns whether a policy needs the complete tool list of this upstream server first: see {@link
     * GuardPolicy#requiresToolList}.
     */
    public boolean requiresToolList(String upstream) {
        for (PolicyEntry entry : entries) {
            if (entry.policy().requiresToolList(upstream)) {
                return true;
            }
        }
        return false;
    }

    /** Loads the tool list of this upstream server into the policies that need it. */
    public void loadToolList(String upstream, Supplier<Map<String, Json>> tools) {
        for (PolicyEntry entry : entries) {
            if (entry.policy().requiresToolList(upstream)) {
                entry.policy().loadToolList(upstream, tools);
            }
        }
    }

    /**
     * Reports a message that failed a check of its form, unless the check is off.
     *
     * @param observer receives the finding in addition to the listener of this chain
     * @return whether the message passes nevertheless
     */
    public boolean reportViolation(
            ProtocolCheck check, PolicyMessage message, String detail, FindingListener observer) {
        EnforcementMode mode = strictness.modeOf(check);
        if (mode != EnforcementMode.OFF) {
            String name = ProtocolStrictness.checkName(check);
            PolicyAction action = strictness.isTolerated(check) ? PolicyAction.NOTED : PolicyAction.REFUSED;
            FindingReport report = new FindingReport(name, mode, Finding.of(name, detail), action);
            listener.onFinding(message, report);
            observer.onFinding(message, report);
        }
        return strictness.isTolerated(check);
    }

    private static PolicyAction actionFor(EnforcementMode mode, PolicyDecision decision) {
        if (mode != EnforcementMode.ENFORCE || decision instanceof AllowDecision) {
            return PolicyAction.NOTED;
        }
        return decision instanceof RewriteDecision ? PolicyAction.CHANGED : PolicyAction.REFUSED;
    }

    private static PolicyDecision evaluateOrReject(GuardPolicy policy, PolicyMessage message) {
        try {
            return policy.evaluate(message);
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
            String incident = UUID.randomUUID().toString();
            LOG.error("Policy {} failed, incident {}", policy.name(), incident, e);
            return PolicyDecision.reject(
                    Finding.of(policy.name() + ".failed", "The policy failed, incident " + incident),
                    PolicyRejection.protocolError(ErrorCode.INTERNAL_ERROR, "Internal error, incident " + incident));
        }
    }
}
