package dev.tenon.guard.config.internal;

import static dev.tenon.guard.policy.EnforcementMode.ENFORCE;

import dev.tenon.guard.config.PolicyConfig;
import dev.tenon.guard.config.PolicySettings;
import dev.tenon.guard.content.CustomSecretFormat;
import dev.tenon.guard.pin.NewToolMode;
import dev.tenon.guard.policy.CallerMatcher;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Glob;
import dev.tenon.guard.policy.ProtocolStrictness;
import dev.tenon.guard.policy.access.AccessEntry;
import dev.tenon.guard.policy.access.ToolHint;
import dev.tenon.guard.policy.argument.ArgumentRule;
import dev.tenon.guard.policy.argument.PathRule;
import dev.tenon.guard.policy.argument.SchemaRule;
import dev.tenon.guard.policy.argument.UrlRule;
import dev.tenon.guard.policy.argument.ValueRule;
import dev.tenon.guard.policy.limit.RateLimit;
import dev.tenon.guard.policy.limit.SizeLimit;
import dev.tenon.schema.SchemaException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the policies of an upstream server; a policy that it does not configure is read from the common section. */
public record PolicyReader(ConfigSection own, ConfigSection common) {
    public static PolicyReader withDefaults(ConfigSection common) {
        return new PolicyReader(common, common);
    }

    /** Returns a reader that prefers the policies of this section to the common ones. */
    PolicyReader withOverrides(ConfigSection section) {
        return new PolicyReader(section, common);
    }

    /**
     * Reads the policies.
     *
     * @param pins the default mode of the pins policy
     */
    public PolicySettings readSettings(EnforcementMode pins) {
        return new PolicySettings(
                new ProtocolStrictness(readMode("gate"), readMode("ids"), readMode("headers"), readMode("methods")),
                readModeAndSettings("tools", ENFORCE, PolicyReader::readAccess),
                readModeAndSettings("resources", ENFORCE, PolicyReader::readAccess),
                readModeAndSettings("prompts", ENFORCE, PolicyReader::readAccess),
                readModeAndSettings("pins", pins, section -> section.enumValue("new", NewToolMode.TRUST_FIRST)),
                readModeAndSettings("rates", ENFORCE, section -> readRules(section, PolicyReader::readRate)),
                readModeAndSettings("sizes", ENFORCE, section -> readRules(section, PolicyReader::readSize)),
                readModeAndSettings("arguments", ENFORCE, PolicyReader::readArgumentRules),
                readModeAndSettings("schemas", ENFORCE, section -> true),
                readModeAndSettings("hidden", ENFORCE, section -> true),
                readModeAndSettings("instructions", EnforcementMode.WARN, section -> true),
                readModeAndSettings("secrets", ENFORCE, PolicyReader::readSecrets));
    }

    private EnforcementMode readMode(String name) {
        return readModeAndSettings(name, ENFORCE, section -> true).mode();
    }

    private <T> PolicyConfig<T> readModeAndSettings(
            String name, EnforcementMode defaultMode, Function<ConfigSection, T> read) {
        ConfigSection section = (own.hasField(name) ? own : common).sectionOrEmpty(name);
        return new PolicyConfig<>(section.enumValue("mode", defaultMode), read.apply(section));
    }

    private static PolicySettings.AccessSettings readAccess(ConfigSection section) {
        List<AccessEntry> allow = section.hasField("allow")
                ? readAccessEntries(section, "allow")
                : PolicySettings.AccessSettings.ALL.allow();
        return new PolicySettings.AccessSettings(allow, readAccessEntries(section, "deny"));
    }

    private static List<AccessEntry> readAccessEntries(ConfigSection section, String list) {
        return section.items(list).stream()
                .map(item -> item instanceof YamlNode.YamlScalar name
                        ? AccessEntry.ofPattern(name.text())
                        : readAccessEntry(section.child(item)))
                .toList();
    }

    private static AccessEntry readAccessEntry(ConfigSection section) {
        Map<ToolHint, Boolean> hints = new EnumMap<>(ToolHint.class);
        ConfigSection annotations = section.sectionOrEmpty("annotations");
        for (ToolHint hint : ToolHint.values()) {
            if (annotations.hasField(hint.wireName())) {
                hints.put(hint, annotations.flag(hint.wireName(), false));
            }
        }
        return new AccessEntry(readGlob(section, "name"), hints, readCallers(section));
    }

    private static CallerMatcher readCallers(ConfigSection section) {
        return new CallerMatcher(
                section.texts("principals").stream().map(Glob::new).toList(), new HashSet<>(section.texts("scopes")));
    }

    private static Glob readGlob(ConfigSection section, String name) {
        return section.text(name).map(Glob::new).orElse(Glob.ANY);
    }

    private static <T> List<T> readRules(ConfigSection section, Function<ConfigSection, T> read) {
        return section.sections("rules").stream().map(read).toList();
    }

    private static RateLimit readRate(ConfigSection rule) {
        String rate = rule.requiredText("rate"); // such as 10/minute
        Set<RateLimit.RateKey> each = new HashSet<>();
        rule.texts("each").forEach(word -> each.add(RateLimit.RateKey.valueOf(word.toUpperCase(Locale.ROOT))));
        if (!rule.hasField("each")) {
            each.add(RateLimit.RateKey.PRINCIPAL);
        }
        int slash = rate.indexOf('/');
        int count = Integer.parseInt(rate.substring(0, slash));
        String unit = rate.substring(slash + 1).toUpperCase(Locale.ROOT) + "S";
        Duration period = ChronoUnit.valueOf(unit).getDuration();
        return new RateLimit(readGlob(rule, "tool"), each, count, period, rule.intValue("burst", count));
    }

    private static SizeLimit readSize(ConfigSection rule) {
        return new SizeLimit(
                readGlob(rule, "tool"), rule.byteSize("arguments", 1 << 20), rule.byteSize("result", 4 << 20));
    }

    private static List<ArgumentRule> readArgumentRules(ConfigSection section) {
        List<ArgumentRule> rules = new ArrayList<>();
        for (ConfigSection rule : section.sections("rules")) {
            ValueRule value = readValueRule(rule);
            if (value != null) {
                rules.add(new ArgumentRule(
                        readGlob(rule, "tool"), rule.requiredText("argument"), readCallers(rule), value));
            }
        }
        return rules;
    }

    private static @Nullable ValueRule readValueRule(ConfigSection rule) {
        if (rule.hasField("under")) {
            return new PathRule(rule.texts("under").stream().map(Path::of).toList());
        }
        if (rule.hasField("hosts")) {
            return new UrlRule(rule.texts("hosts"));
        }
        if (rule.hasField("range")) {
            return readRange(rule);
        }
        try {
            return SchemaRule.ofPattern(rule.requiredText("pattern"));
        } catch (SchemaException e) {
            rule.addProblem("pattern", "is not a valid ECMA-262 regular expression: " + e.getMessage());
            return null;
        }
    }

    private static ValueRule readRange(ConfigSection rule) {
        ConfigSection range = rule.sectionOrEmpty("range");
        @Nullable BigDecimal minimum = range.number("least").orElse(null);
        @Nullable BigDecimal maximum = range.number("most").orElse(null);
        if (minimum == null && maximum == null) {
            rule.addProblem("range", "must have \"least\", \"most\" or both");
        } else if (minimum != null && maximum != null && minimum.compareTo(maximum) > 0) {
            rule.addProblem("range", "must have a \"least\" that is not above its \"most\"");
        }
        return SchemaRule.ofRange(minimum, maximum);
    }

    private static PolicySettings.SecretSettings readSecrets(ConfigSection section) {
        List<CustomSecretFormat> own = new ArrayList<>();
        for (ConfigSection format : section.sections("formats")) {
            try {
                own.add(new CustomSecretFormat(
                        format.requiredText("name"),
                        format.requiredText("prefix"),
                        format.requiredText("characters"),
                        format.intValue("least", 1),
                        format.intValue("most", 1)));
            } catch (IllegalArgumentException e) {
                format.problems().add(format.line(), String.valueOf(e.getMessage()));
            }
        }
        return new PolicySettings.SecretSettings(own, section.flag("bothWays", false));
    }
}
