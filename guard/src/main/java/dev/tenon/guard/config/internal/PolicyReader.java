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
import dev.tenon.guard.policy.limit.RateLimit;
import dev.tenon.guard.policy.limit.SizeLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads the policies of an upstream server; a policy that it does not configure is read from the common section. */
public record PolicyReader(ConfigProblems problems, List<ConfigSection> sections) {
    public static PolicyReader withDefaults(ConfigProblems problems, ConfigSection common) {
        return new PolicyReader(problems, List.of(common));
    }

    /** Returns a reader that prefers the policies of this section to the common ones. */
    PolicyReader withOverrides(ConfigSection own) {
        return new PolicyReader(
                problems, Stream.concat(Stream.of(own), sections.stream()).toList());
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
                readModeAndSettings("rates", ENFORCE, PolicyReader::readRates),
                readModeAndSettings("sizes", ENFORCE, PolicyReader::readSizes),
                readModeAndSettings("arguments", ENFORCE, section -> ArgumentRuleReader.read(problems, section)),
                readModeAndSettings("schemas", ENFORCE, section -> true),
                readModeAndSettings("hidden", ENFORCE, section -> true),
                readModeAndSettings("instructions", EnforcementMode.WARN, section -> true),
                readModeAndSettings("secrets", ENFORCE, this::readSecrets));
    }

    private EnforcementMode readMode(String name) {
        return readModeAndSettings(name, ENFORCE, section -> true).mode();
    }

    private <T> PolicyConfig<T> readModeAndSettings(
            String name, EnforcementMode defaultMode, Function<ConfigSection, T> read) {
        ConfigSection section = sections.stream()
                .filter(each -> each.hasField(name))
                .findFirst()
                .map(each -> each.sectionOrEmpty(name))
                .orElse(ConfigSection.EMPTY);
        return new PolicyConfig<>(section.enumValue("mode", defaultMode), read.apply(section));
    }

    private static PolicySettings.AccessSettings readAccess(ConfigSection section) {
        List<AccessEntry> allow = section.hasField("allow")
                ? readAccessEntries(section, "allow")
                : PolicySettings.AccessSettings.ALL.allow();
        return new PolicySettings.AccessSettings(allow, readAccessEntries(section, "deny"));
    }

    private static List<AccessEntry> readAccessEntries(ConfigSection section, String list) {
        return section.items(list).stream().map(PolicyReader::readAccessEntry).toList();
    }

    private static AccessEntry readAccessEntry(YamlNode item) {
        if (item instanceof YamlNode.YamlScalar name) {
            return AccessEntry.ofPattern(name.text());
        }
        ConfigSection section = ConfigSection.of(item);
        Map<ToolHint, Boolean> hints = new EnumMap<>(ToolHint.class);
        ConfigSection annotations = section.sectionOrEmpty("annotations");
        for (ToolHint hint : ToolHint.values()) {
            if (annotations.hasField(hint.wireName())) {
                hints.put(hint, annotations.flag(hint.wireName(), false));
            }
        }
        return new AccessEntry(readGlob(section, "name"), hints, readCallers(section));
    }

    static CallerMatcher readCallers(ConfigSection section) {
        return new CallerMatcher(
                section.texts("principals").stream().map(Glob::new).toList(), new HashSet<>(section.texts("scopes")));
    }

    static Glob readGlob(ConfigSection section, String name) {
        return section.text(name).map(Glob::new).orElse(Glob.ANY);
    }

    private static List<RateLimit> readRates(ConfigSection section) {
        return section.sections("rules").stream().map(PolicyReader::readRate).toList();
    }

    private static RateLimit readRate(ConfigSection rule) {
        String rate = rule.requiredText("rate");
        Set<RateLimit.RateKey> each = new HashSet<>();
        rule.texts("each").forEach(word -> each.add(RateLimit.RateKey.valueOf(word.toUpperCase(Locale.ROOT))));
        if (!rule.hasField("each")) {
            each.add(RateLimit.RateKey.PRINCIPAL);
        }
        int count = ConfigValueParser.parseRateCount(rate);
        Duration period = ConfigValueParser.parseRatePeriod(rate);
        return new RateLimit(readGlob(rule, "tool"), each, count, period, rule.intValue("burst", count));
    }

    private static List<SizeLimit> readSizes(ConfigSection section) {
        return section.sections("rules").stream()
                .map(rule -> new SizeLimit(
                        readGlob(rule, "tool"), rule.byteSize("arguments", 1 << 20), rule.byteSize("result", 4 << 20)))
                .toList();
    }

    private PolicySettings.SecretSettings readSecrets(ConfigSection section) {
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
                problems.add(format.line(), String.valueOf(e.getMessage()));
            }
        }
        return new PolicySettings.SecretSettings(own, section.flag("bothWays", false));
    }
}
