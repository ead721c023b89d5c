package dev.tenon.guard.config;

import dev.tenon.guard.content.OwnSecret;
import dev.tenon.guard.pin.NewTools;
import dev.tenon.guard.policy.AccessEntry;
import dev.tenon.guard.policy.Exactness;
import dev.tenon.guard.policy.Glob;
import dev.tenon.guard.policy.Hint;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Rate;
import dev.tenon.guard.policy.Sizes;
import dev.tenon.guard.policy.Whom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Reads policies: those of one server, and where it has none of a name, the common one. */
record PolicyReader(Problems problems, List<Section> sections) {
    static PolicyReader of(Problems problems, Section common) {
        return new PolicyReader(problems, List.of(common));
    }

    /** With policies that take the place of the common ones. */
    PolicyReader with(Section own) {
        List<Section> all = new ArrayList<>();
        all.add(own);
        all.addAll(sections);
        return new PolicyReader(problems, all);
    }

    /**
     * The policies.
     *
     * @param pins how seriously pins are taken where nothing is said
     */
    PolicySettings settings(Mode pins) {
        return new PolicySettings(
                new Exactness(strict("gate"), strict("ids"), strict("headers"), strict("methods")),
                moded("tools", Mode.ENFORCE, PolicyReader::access),
                moded("resources", Mode.ENFORCE, PolicyReader::access),
                moded("prompts", Mode.ENFORCE, PolicyReader::access),
                moded("pins", pins, section -> section.choice("new", NewTools.TRUST_FIRST)),
                moded("rates", Mode.ENFORCE, PolicyReader::rates),
                moded("sizes", Mode.ENFORCE, PolicyReader::sizes),
                moded("arguments", Mode.ENFORCE, section -> ArgumentReader.read(problems, section)),
                moded("schemas", Mode.ENFORCE, section -> true),
                moded("hidden", Mode.ENFORCE, section -> true),
                moded("instructions", Mode.WARN, section -> true),
                moded("secrets", Mode.ENFORCE, this::secrets));
    }

    private Mode strict(String name) {
        return moded(name, Mode.ENFORCE, section -> true).mode();
    }

    private <T> Moded<T> moded(String name, Mode otherwise, Function<Section, T> read) {
        Section section = sections.stream()
                .filter(each -> each.has(name))
                .findFirst()
                .map(each -> each.sectionOrEmpty(name))
                .orElse(Section.EMPTY);
        return new Moded<>(section.choice("mode", otherwise), read.apply(section));
    }

    private static PolicySettings.Access access(Section section) {
        List<AccessEntry> allow = section.has("allow") ? entries(section, "allow") : PolicySettings.Access.ALL.allow();
        return new PolicySettings.Access(allow, entries(section, "deny"));
    }

    private static List<AccessEntry> entries(Section section, String list) {
        return section.items(list).stream().map(PolicyReader::entry).toList();
    }

    private static AccessEntry entry(Yaml item) {
        if (item instanceof Yaml.Scalar name) {
            return AccessEntry.named(name.text());
        }
        Section section = item instanceof Yaml.Entries entries ? new Section(entries) : Section.EMPTY;
        Map<Hint, Boolean> hints = new EnumMap<>(Hint.class);
        Section said = section.sectionOrEmpty("annotations");
        for (Hint hint : Hint.values()) {
            if (said.has(hint.wireName())) {
                hints.put(hint, said.flag(hint.wireName(), false));
            }
        }
        return new AccessEntry(glob(section, "name"), hints, whom(section));
    }

    static Whom whom(Section section) {
        return new Whom(
                section.texts("principals").stream().map(Glob::new).toList(), new HashSet<>(section.texts("scopes")));
    }

    static Glob glob(Section section, String name) {
        return section.text(name).map(Glob::new).orElse(Glob.ANY);
    }

    private static List<Rate> rates(Section section) {
        return section.sections("rules").stream().map(PolicyReader::rate).toList();
    }

    private static Rate rate(Section rule) {
        String rate = rule.must("rate");
        Set<Rate.Each> each = new HashSet<>();
        rule.texts("each").forEach(word -> each.add(Rate.Each.valueOf(word.toUpperCase(Locale.ROOT))));
        if (!rule.has("each")) {
            each.add(Rate.Each.PRINCIPAL);
        }
        int count = Texts.count(rate);
        return new Rate(glob(rule, "tool"), each, count, Texts.period(rate), rule.whole("burst", count));
    }

    private static List<Sizes> sizes(Section section) {
        return section.sections("rules").stream()
                .map(rule ->
                        new Sizes(glob(rule, "tool"), rule.bytes("arguments", 1 << 20), rule.bytes("result", 4 << 20)))
                .toList();
    }

    private PolicySettings.SecretSettings secrets(Section section) {
        List<OwnSecret> own = new ArrayList<>();
        for (Section format : section.sections("formats")) {
            try {
                own.add(new OwnSecret(
                        format.must("name"),
                        format.must("prefix"),
                        format.must("characters"),
                        format.whole("least", 1),
                        format.whole("most", 1)));
            } catch (IllegalArgumentException e) {
                problems.add(format.line(), String.valueOf(e.getMessage()));
            }
        }
        return new PolicySettings.SecretSettings(own, section.flag("bothWays", false));
    }
}
