package dev.tenon.guard.config;

import dev.tenon.guard.policy.ArgumentRule;
import dev.tenon.guard.policy.PathValue;
import dev.tenon.guard.policy.SchemaValue;
import dev.tenon.guard.policy.UrlValue;
import dev.tenon.guard.policy.ValueRule;
import dev.tenon.schema.SchemaException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads rules about arguments. */
final class ArgumentReader {
    private ArgumentReader() {}

    static List<ArgumentRule> read(Problems problems, Section section) {
        List<ArgumentRule> rules = new ArrayList<>();
        for (Section rule : section.sections("rules")) {
            ValueRule value = value(problems, rule);
            if (value != null) {
                rules.add(new ArgumentRule(
                        PolicyReader.glob(rule, "tool"), rule.must("argument"), PolicyReader.whom(rule), value));
            }
        }
        return rules;
    }

    private static @Nullable ValueRule value(Problems problems, Section rule) {
        if (rule.has("under")) {
            return new PathValue(rule.texts("under").stream().map(Path::of).toList());
        }
        if (rule.has("hosts")) {
            return new UrlValue(rule.texts("hosts"));
        }
        if (rule.has("range")) {
            return range(problems, rule);
        }
        try {
            return SchemaValue.matching(rule.must("pattern"));
        } catch (SchemaException e) {
            problems.add(rule.line("pattern"), "\"pattern\" is no regular expression of ECMA-262: " + e.getMessage());
            return null;
        }
    }

    private static ValueRule range(Problems problems, Section rule) {
        Section range = rule.sectionOrEmpty("range");
        @Nullable BigDecimal least = range.number("least").orElse(null);
        @Nullable BigDecimal most = range.number("most").orElse(null);
        if (least == null && most == null) {
            problems.add(rule.line("range"), "\"range\" must have \"least\", \"most\" or both");
        } else if (least != null && most != null && least.compareTo(most) > 0) {
            problems.add(rule.line("range"), "\"range\" must have a \"least\" that is not above its \"most\"");
        }
        return SchemaValue.between(least, most);
    }
}
