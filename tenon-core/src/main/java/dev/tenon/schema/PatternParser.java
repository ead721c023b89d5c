package dev.tenon.schema;

import dev.tenon.schema.PatternNode.Choice;
import dev.tenon.schema.PatternNode.Look;
import dev.tenon.schema.PatternNode.One;
import dev.tenon.schema.PatternNode.Place;
import dev.tenon.schema.PatternNode.Repeat;
import dev.tenon.schema.PatternNode.Sequence;
import dev.tenon.schema.PatternNode.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Reads the syntax of regular expressions (ECMA-262, section Patterns, with the lenient braces of annex B). */
final class PatternParser {
    private static final int DEEPEST = 100;
    private static final int MOST_REPEATS = 100_000;

    private final PatternText text;
    private int depth;

    PatternParser(String regex) {
        text = new PatternText(regex);
    }

    PatternNode parse() {
        PatternNode node = choice();
        if (text.more()) {
            throw text.error("unmatched )");
        }
        return node;
    }

    private PatternNode choice() {
        List<PatternNode> options = new ArrayList<>();
        do {
            options.add(sequence());
        } while (text.take('|'));
        return options.size() == 1 ? options.get(0) : merged(options);
    }

    /** A choice between single characters is one set: common, and much faster. */
    private static PatternNode merged(List<PatternNode> options) {
        IntPredicate all = c -> false;
        for (PatternNode option : options) {
            if (!(option instanceof One one)) {
                return new Choice(options);
            }
            all = all.or(one.set());
        }
        return new One(all);
    }

    private PatternNode sequence() {
        List<PatternNode> parts = new ArrayList<>();
        while (text.more() && !text.at('|') && !text.at(')')) {
            parts.add(repeated(atom()));
        }
        return parts.size() == 1 ? parts.get(0) : new Sequence(parts);
    }

    private PatternNode atom() {
        if (text.take('(')) {
            return group();
        }
        if (text.take('[')) {
            return new One(new PatternClass(text).parse());
        }
        if (text.take('^')) {
            return new Place(Where.START);
        }
        if (text.take('$')) {
            return new Place(Where.END);
        }
        if (text.take('.')) {
            return new One(CharSets.NOT_LINE_END);
        }
        if (text.at('*') || text.at('+') || text.at('?')) {
            throw text.error("nothing to repeat before " + Character.toString(text.peek()));
        }
        if (text.take('\\')) {
            return escape();
        }
        return new One(CharSets.only(text.next()));
    }

    private PatternNode escape() {
        if (text.take('b')) {
            return new Place(Where.WORD_EDGE);
        }
        if (text.take('B')) {
            return new Place(Where.NO_WORD_EDGE);
        }
        return new One(new PatternEscape(text).set());
    }

    private PatternNode group() {
        if (++depth > DEEPEST) {
            throw text.error("groups nested deeper than " + DEEPEST);
        }
        PatternNode node = text.take("?") ? special() : closed();
        depth--;
        return node;
    }

    private PatternNode special() {
        if (text.take(":")) {
            return closed();
        }
        if (text.take("=")) {
            return new Look(closed(), true, false);
        }
        if (text.take("!")) {
            return new Look(closed(), true, true);
        }
        if (text.take("<=")) {
            return new Look(closed(), false, false);
        }
        if (text.take("<!")) {
            return new Look(closed(), false, true);
        }
        if (text.take("<") && text.skipName()) {
            return closed();
        }
        throw text.error("unknown kind of group");
    }

    private PatternNode closed() {
        PatternNode node = choice();
        if (!text.take(')')) {
            throw text.error("missing )");
        }
        return node;
    }

    private PatternNode repeated(PatternNode node) {
        Repeat repeat = quantifier(node);
        if (repeat == null) {
            return node;
        }
        text.take('?');
        if (text.at('*') || text.at('+') || text.at('?')) {
            throw text.error("nothing to repeat before " + Character.toString(text.peek()));
        }
        return repeat;
    }

    private @Nullable Repeat quantifier(PatternNode node) {
        if (text.take('*')) {
            return new Repeat(node, 0, PatternNode.UNLIMITED);
        }
        if (text.take('+')) {
            return new Repeat(node, 1, PatternNode.UNLIMITED);
        }
        if (text.take('?')) {
            return new Repeat(node, 0, 1);
        }
        int[] counts = text.takeCounts();
        if (counts == null) {
            return null;
        }
        if (counts[1] != PatternNode.UNLIMITED && counts[1] < counts[0]) {
            throw text.error("the numbers of a repetition are in the wrong order");
        }
        if (Math.max(counts[0], counts[1]) > MOST_REPEATS) {
            throw text.error("more than " + MOST_REPEATS + " repetitions");
        }
        return new Repeat(node, counts[0], counts[1]);
    }
}
