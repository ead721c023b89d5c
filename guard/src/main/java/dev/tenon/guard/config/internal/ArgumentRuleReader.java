package dev.tenon.guard.config.internal;

import dev.tenon.guard.policy.argument.ArgumentRule;
import dev.tenon.guard.policy.argument.PathRule;
import dev.tenon.guard.policy.argument.SchemaRule;
import dev.tenon.guard.policy.argument.UrlRule;
import dev.tenon.guard.policy.argument.ValueRule;
import dev.tenon.schema.SchemaException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads rules for arguments. */
final class ArgumentRuleReader {
    private ArgumentRuleReader() {}

    static List<ArgumentRule> read(ConfigProblems problems, ConfigSection section) {
        List<ArgumentRule> rules = new ArrayList<>();
        for (ConfigSection rule : section.sections("rules")) {
            ValueRule value = readValueRule(problems, rule);
            if (value != null) {
                rules.add(new ArgumentRule(
                        PolicyReader.readGlob(rule, "tool"),
                        rule.requiredText("argument"),
                        PolicyReader.readCallers(rule),
                        value));
            }
        }
        return rules;
    }

    private static @Nullable ValueRule readValueRule(ConfigProblems problems, ConfigSection rule) {
        if (rule.hasField("under")) {
            return new PathRule(rule.texts("under").stream().map(Path::of).toList());
        }
        if (rule.hasField("hosts")) {
            return new UrlRule(rule.texts("hosts"));
        }
        if (rule.hasField("range")) {
            return readRange(problems, rule);
        }
        try {
            return SchemaRule.ofPattern(rule.requiredText("pattern"));
        } catch (SchemaException e) {
            problems.add(
                    rule.line("pattern"), "\"pattern\" is not a valid ECMA-262 regular expression: " + e.getMessage());
            return null;
        }
    }

    private static ValueRule readRange(ConfigProblems problems, ConfigSection rule) {
        ConfigSection range = rule.sectionOrEmpty("range");
        @Nullable BigDecimal minimum = range.number("least").orElse(null);
        @Nullable BigDecimal maximum = range.number("most").orElse(null);
        if (minimum == null && maximum == null) {
            problems.add(rule.line("range"), "\"range\" must have \"least\", \"most\" or both");
        } else if (minimum != null && maximum != null && minimum.compareTo(maximum) > 0) {
            problems.add(rule.line("range"), "\"range\" must have a \"least\" that is not above its \"most\"");
        }
        return SchemaRule.ofRange(minimum, maximum);
    }
}
