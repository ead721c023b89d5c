package dev.tenon.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** The values of variables that come with their names, in any order, each of them present or absent. */
final class NamedValuesMatcher implements UriPartMatcher {
    private final List<NamedVariable> names = new ArrayList<>();
    private final TemplateOperator operator;
    private final char first;
    private final IntPredicate raw;

    NamedValuesMatcher(TemplateOperator operator, List<TemplateVariable> variables) {
        this.operator = operator;
        this.first = operator.prefix().charAt(0);
        this.raw = operator.isQuery() ? UriCharacters::isQueryValue : UriCharacters::isUnreservedOrComma;
        for (TemplateVariable variable : variables) {
            names.add(new NamedVariable(
                    variable, DecodedUriText.of(variable.name()).orElseThrow()));
        }
    }

    private record NamedVariable(TemplateVariable variable, DecodedUriText name) {}

    /** What is known of each position. */
    private static final class PositionTable {
        /** Where this part can start. */
        final BitSet starts = new BitSet();

        /** Where a pair can start, after its separator. */
        final BitSet pairs = new BitSet();

        /** Where a pair can end. */
        final BitSet pairEnds = new BitSet();

        /** How far a value can reach. */
        final int[] runEnds;

        PositionTable(int length) {
            runEnds = new int[length + 1];
            runEnds[length] = length;
        }
    }

    @Override
    public BitSet findStarts(DecodedUriText uri, BitSet ends) {
        return computePositions(uri, ends).starts;
    }

    private PositionTable computePositions(DecodedUriText uri, BitSet ends) {
        int length = uri.length();
        PositionTable scan = new PositionTable(length);
        for (int at = length; at >= 0; at--) {
            if (at < length) {
                scan.runEnds[at] = uri.isAllowed(at, raw) ? scan.runEnds[at + 1] : at;
            }
            boolean pairsFollow = scan.pairs.get(at + 1);
            scan.starts.set(at, ends.get(at) || pairsFollow && uri.isRaw(at, first));
            scan.pairEnds.set(at, ends.get(at) || pairsFollow && uri.isRaw(at, operator.separator()));
            boolean afterSeparator = at > 0 && (uri.isRaw(at - 1, first) || uri.isRaw(at - 1, operator.separator()));
            int place = at;
            scan.pairs.set(
                    at, afterSeparator && names.stream().anyMatch(named -> findPairEnd(uri, place, named, scan) > 0));
        }
        return scan;
    }

    /** Where the pair of that name ends that starts here, or {@link #REJECTED}. */
    private int findPairEnd(DecodedUriText uri, int at, NamedVariable named, PositionTable scan) {
        if (!uri.startsWith(at, named.name)) {
            return REJECTED;
        }
        int nameEnd = at + named.name.length();
        if (uri.isRaw(nameEnd, '=')) {
            int start = nameEnd + 1;
            int end = scan.pairEnds.previousSetBit(Math.min(scan.runEnds[start], start + named.variable.maxLength()));
            if (end >= start) {
                return end;
            }
        }
        return !operator.isQuery() && scan.pairEnds.get(nameEnd) ? nameEnd : REJECTED;
    }

    @Override
    public int matchFrom(DecodedUriText uri, int from, BitSet ends, Map<String, String> values) {
        PositionTable scan = computePositions(uri, ends);
        int at = from;
        char expected = first;
        while (at != REJECTED && uri.isRaw(at, expected) && scan.pairs.get(at + 1)) {
            at = matchPair(uri, at + 1, scan, values);
            expected = operator.separator();
        }
        return at;
    }

    private int matchPair(DecodedUriText uri, int at, PositionTable scan, Map<String, String> values) {
        for (NamedVariable named : names) {
            int end = findPairEnd(uri, at, named, scan);
            if (end > 0) {
                int start = Math.min(at + named.name.length() + 1, end);
                return tryPutValue(uri, start, end, named.variable, values) ? end : REJECTED;
            }
        }
        return REJECTED;
    }

    /** Which of two values of one name counts, a guard and a handler could see differently: so neither does. */
    private static boolean tryPutValue(
            DecodedUriText uri, int from, int to, TemplateVariable variable, Map<String, String> values) {
        String value = uri.decodedText(from, to);
        String earlier = values.put(variable.name(), value);
        if (earlier != null) {
            values.put(variable.name(), earlier + ',' + value);
        }
        return (earlier == null || variable.explode()) && !uri.hasDotSegment(from, to);
    }
}
