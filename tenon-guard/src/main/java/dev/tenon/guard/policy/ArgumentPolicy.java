package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import dev.tenon.schema.Advice;
import dev.tenon.schema.SchemaIssue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rules about arguments of tools. A call that breaks one is answered with words that help the model to do better. */
public final class ArgumentPolicy implements Policy {
    private static final int MOST_ISSUES = 20;

    private final List<ArgumentRule> rules;
    private final boolean rulesNeverBlock;

    /** A policy of these rules, all of which have to hold. */
    public ArgumentPolicy(List<ArgumentRule> rules) {
        this.rules = List.copyOf(rules);
        this.rulesNeverBlock = rules.stream().allMatch(rule -> rule.rule().neverBlocks());
    }

    @Override
    public String name() {
        return "arguments";
    }

    @Override
    public boolean neverBlocks(String method) {
        return rulesNeverBlock || !method.equals("tools/call");
    }

    @Override
    public Ruling rule(Passage passage) {
        String tool = Target.of(Subject.TOOL, passage);
        Json arguments = passage.body().get("arguments");
        if (tool == null || arguments == null || passage.part() != Part.REQUEST) {
            return Ruling.PASS;
        }
        List<Finding> findings = new ArrayList<>();
        List<SchemaIssue> issues = new ArrayList<>();
        for (ArgumentRule rule : rules) {
            if (rule.tools().matches(tool) && rule.whom().includes(passage.caller())) {
                check(rule, arguments, findings, issues);
            }
        }
        return findings.isEmpty()
                ? Ruling.PASS
                : new Ruling.Refuse(findings, new Refusal.ToolError(Advice.forArguments(issues)));
    }

    private static void check(ArgumentRule rule, Json arguments, List<Finding> findings, List<SchemaIssue> issues) {
        for (Map.Entry<String, Json> value : rule.values(arguments)) {
            Optional<String> problem = rule.rule().problem(value.getValue());
            if (problem.isPresent() && findings.size() < MOST_ISSUES) {
                String name = "arguments." + rule.rule().word();
                SchemaIssue issue = new SchemaIssue(value.getKey(), name, problem.get());
                issues.add(issue);
                findings.add(new Finding(name, "arguments." + value.getKey(), issue.sentence("Argument")));
            }
        }
    }
}
