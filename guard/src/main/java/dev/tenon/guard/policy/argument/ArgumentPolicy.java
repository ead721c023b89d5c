package dev.tenon.guard.policy.argument;

import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.PolicyDecision;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.guard.policy.internal.MessageTargetReader;
import dev.tenon.json.Json;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.SchemaIssueFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the arguments of tool calls against rules. A call that violates one is answered with a tool error that helps
 * the model to correct it.
 */
public final class ArgumentPolicy implements GuardPolicy {
    private static final int MAX_ISSUES = 20;

    private final List<ArgumentRule> rules;
    private final boolean areRulesNonBlocking;

    /** Creates a policy from these rules, all of which must hold. */
    public ArgumentPolicy(List<ArgumentRule> rules) {
        this.rules = List.copyOf(rules);
        this.areRulesNonBlocking = rules.stream().allMatch(rule -> rule.rule().isNonBlocking());
    }

    @Override
    public String name() {
        return "arguments";
    }

    @Override
    public boolean isNonBlocking(String method) {
        return areRulesNonBlocking || !method.equals("tools/call");
    }

    @Override
    public PolicyDecision evaluate(PolicyMessage message) {
        String tool = MessageTargetReader.readTarget(FeatureKind.TOOL, message);
        Json arguments = message.body().get("arguments");
        if (tool == null || arguments == null || message.kind() != MessageKind.REQUEST) {
            return PolicyDecision.ALLOW;
        }
        List<Finding> findings = new ArrayList<>();
        List<SchemaIssue> issues = new ArrayList<>();
        for (ArgumentRule rule : rules) {
            if (rule.tools().matches(tool) && rule.callers().matches(message.caller())) {
                checkRule(rule, arguments, findings, issues);
            }
        }
        if (findings.isEmpty()) {
            return PolicyDecision.ALLOW;
        }
        String advice = SchemaIssueFormatter.formatArgumentIssues(issues);
        return new PolicyDecision.RejectDecision(findings, new PolicyRejection.ToolError(advice));
    }

    private static void checkRule(ArgumentRule rule, Json arguments, List<Finding> findings, List<SchemaIssue> issues) {
        for (Map.Entry<String, Json> value : rule.matchingValues(arguments)) {
            Optional<String> problem = rule.rule().findProblem(value.getValue());
            if (problem.isPresent() && findings.size() < MAX_ISSUES) {
                String name = "arguments." + rule.rule().name();
                SchemaIssue issue = new SchemaIssue(value.getKey(), name, problem.get());
                issues.add(issue);
                findings.add(new Finding(name, "arguments." + value.getKey(), issue.toSentence("Argument")));
            }
        }
    }
}
