package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.LeniencyPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Policies in their order, each with its mode. A change by one is what the next one sees; the first refusal ends it.
 *
 * <p>A policy that fails counts as one that refuses: what could not be checked does not pass, unless it only warns.
 */
public final class PolicyChain {
    /** Nothing is checked. */
    public static final PolicyChain NONE = new PolicyChain(List.of(), FindingListener.NONE);

    private static final Logger LOG = LoggerFactory.getLogger(PolicyChain.class);

    private final List<PolicyEntry> entries;
    private final FindingListener listener;
    private final ProtocolStrictness strictness;

    /** Those policies, in that order, with somebody who hears of what they find; messages must be exact. */
    public PolicyChain(List<PolicyEntry> posts, FindingListener findings) {
        this(posts, findings, ProtocolStrictness.STRICT);
    }

    private PolicyChain(List<PolicyEntry> posts, FindingListener findings, ProtocolStrictness exactness) {
        this.entries = posts.stream()
                .filter(post -> post.mode() != EnforcementMode.OFF)
                .toList();
        this.listener = findings;
        this.strictness = exactness;
    }

    /** With messages that must be as exact as that. */
    public PolicyChain withStrictness(ProtocolStrictness changed) {
        return new PolicyChain(entries, listener, changed);
    }

    /** A policy and how seriously it is taken. */
    public record PolicyEntry(GuardPolicy policy, EnforcementMode mode) {}

    /** Asks every policy about a message. */
    public PolicyOutcome evaluate(PolicyMessage passage) {
        if (entries.isEmpty()) {
            return new PolicyOutcome(passage, null, List.of());
        }
        PolicyMessage now = passage;
        List<FindingReport> reports = new ArrayList<>();
        for (PolicyEntry post : entries) {
            PolicyDecision ruling = evaluateSafely(post.policy(), now);
            if (ruling instanceof PolicyDecision.AllowDecision
                    && ruling.findings().isEmpty()) {
                continue;
            }
            FindingReport.PolicyAction outcome = actionFor(post.mode(), ruling);
            reportFindings(post, ruling, outcome, now, reports);
            if (outcome == FindingReport.PolicyAction.REFUSED
                    && ruling instanceof PolicyDecision.RejectDecision refuse) {
                return new PolicyOutcome(now, refuse.refusal(), reports);
            }
            if (outcome == FindingReport.PolicyAction.CHANGED
                    && ruling instanceof PolicyDecision.RewriteDecision change) {
                now = now.withBody(change.body());
            }
        }
        return new PolicyOutcome(now, null, reports);
    }

    /** Whether none of them ever waits when it is asked about messages of this method and what answers them. */
    public boolean isNonBlocking(String method) {
        for (PolicyEntry post : entries) {
            if (!post.policy().isNonBlocking(method)) {
                return false;
            }
        }
        return true;
    }

    /** Refreshes what they have at hand: see {@link GuardPolicy#refresh}. */
    public void refresh() {
        entries.forEach(post -> post.policy().refresh());
    }

    /**
     * Whether one of them has to see the whole tool list of this server first: see {@link
     * GuardPolicy#requiresToolList}.
     */
    public boolean requiresToolList(String upstream) {
        for (PolicyEntry post : entries) {
            if (post.policy().requiresToolList(upstream)) {
                return true;
            }
        }
        return false;
    }

    /** Has those that need it learn the tool list of this server. */
    public void loadToolList(String upstream, Supplier<Map<String, Json>> tools) {
        for (PolicyEntry post : entries) {
            if (post.policy().requiresToolList(upstream)) {
                post.policy().loadToolList(upstream, tools);
            }
        }
    }

    /** Whether a message passes that has failed this check of its form; the observer hears of it too. */
    public boolean reportViolation(
            LeniencyPolicy.ProtocolCheck check, PolicyMessage message, String detail, FindingListener observer) {
        EnforcementMode mode = strictness.modeOf(check);
        if (mode != EnforcementMode.OFF) {
            String name = ProtocolStrictness.checkName(check);
            FindingReport.PolicyAction outcome = strictness.isTolerated(check)
                    ? FindingReport.PolicyAction.NOTED
                    : FindingReport.PolicyAction.REFUSED;
            FindingReport report = new FindingReport(name, mode, Finding.of(name, detail), outcome);
            listener.onFinding(message, report);
            observer.onFinding(message, report);
        }
        return strictness.isTolerated(check);
    }

    private static FindingReport.PolicyAction actionFor(EnforcementMode mode, PolicyDecision ruling) {
        if (mode != EnforcementMode.ENFORCE || ruling instanceof PolicyDecision.AllowDecision) {
            return FindingReport.PolicyAction.NOTED;
        }
        return ruling instanceof PolicyDecision.RewriteDecision
                ? FindingReport.PolicyAction.CHANGED
                : FindingReport.PolicyAction.REFUSED;
    }

    private void reportFindings(
            PolicyEntry post,
            PolicyDecision ruling,
            FindingReport.PolicyAction outcome,
            PolicyMessage passage,
            List<FindingReport> reports) {
        for (Finding finding : ruling.findings()) {
            FindingReport report = new FindingReport(post.policy().name(), post.mode(), finding, outcome);
            reports.add(report);
            listener.onFinding(passage, report);
        }
    }

    private static PolicyDecision evaluateSafely(GuardPolicy policy, PolicyMessage passage) {
        try {
            return policy.evaluate(passage);
        } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
            String incident = UUID.randomUUID().toString();
            LOG.error("Policy {} failed, incident {}", policy.name(), incident, e);
            return PolicyDecision.reject(
                    Finding.of(policy.name() + ".failed", "The policy failed, incident " + incident),
                    PolicyRejection.protocolError(ErrorCode.INTERNAL_ERROR, "Internal error, incident " + incident));
        }
    }
}
