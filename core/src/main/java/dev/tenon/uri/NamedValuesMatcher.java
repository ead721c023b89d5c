package dev.tenon.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** Matches the values of variables with their names, in any order; each may be absent. */
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

    /** The results for each position of the URI. */
    private static final class PositionTable {
        /** Positions where this part can start. */
        final BitSet starts = new BitSet();

        /** Positions where a pair can start, after its separator. */
        final BitSet pairs = new BitSet();

        /** Positions where a pair can end. */
        final BitSet pairEnds = new BitSet();

        /** The maximum end of a value for each start. */
        final int[] valueEnds;

        PositionTable(int length) {
            valueEnds = new int[length + 1];
            valueEnds[length] = length;
        }
    }

    @Override
    public BitSet findStarts(DecodedUriText uri, BitSet ends) {
        return computePositions(uri, ends).starts;
    }

    private PositionTable computePositions(DecodedUriText uri, BitSet ends) {
        int length = uri.length();
        PositionTable table = new PositionTable(length);
        for (int at = length; at >= 0; at--) {
            if (at < length) {
                table.valueEnds[at] = uri.isAllowed(at, raw) ? table.valueEnds[at + 1] : at;
            }
            boolean pairsFollow = table.pairs.get(at + 1);
            table.starts.set(at, ends.get(at) || pairsFollow && uri.isRaw(at, first));
            table.pairEnds.set(at, ends.get(at) || pairsFollow && uri.isRaw(at, operator.separator()));
            boolean afterSeparator = at > 0 && (uri.isRaw(at - 1, first) || uri.isRaw(at - 1, operator.separator()));
            int position = at;
            table.pairs.set(
                    at,
                    afterSeparator && names.stream().anyMatch(named -> findPairEnd(uri, position, named, table) > 0));
        }
        return table;
    }

    /** Returns the end of the pair with that name that starts here, or {@link #REJECTED}. */
    private int findPairEnd(DecodedUriText uri, int at, NamedVariable named, PositionTable table) {
        if (!uri.startsWith(at, named.name)) {
            return REJECTED;
        }
        int nameEnd = at + named.name.length();
        if (uri.isRaw(nameEnd, '=')) {
            int start = nameEnd + 1;
            int limit = Math.min(table.valueEnds[start], start + named.variable.maxLength());
            int end = table.pairEnds.previousSetBit(limit);
            if (end >= start) {
                return end;
            }
        }
        return !operator.isQuery() && table.pairEnds.get(nameEnd) ? nameEnd : REJECTED;
    }

    @Override
    public int matchFrom(DecodedUriText uri, int from, BitSet ends, Map<String, String> values) {
        PositionTable table = computePositions(uri, ends);
        int at = from;
        char expected = first;
        while (at != REJECTED && uri.isRaw(at, expected) && table.pairs.get(at + 1)) {
            at = matchPair(uri, at + 1, table, values);
            expected = operator.separator();
        }
        return at;
    }

    private int matchPair(DecodedUriText uri, int at, PositionTable table, Map<String, String> values) {
        for (NamedVariable named : names) {
            int end = findPairEnd(uri, at, named, table);
            if (end > 0) {
                int start = Math.min(at + named.name.length() + 1, end);
                return tryPutValue(uri, start, end, named.variable, values) ? end : REJECTED;
            }
        }
        return REJECTED;
    }

    /**
     * Adds a value to the map. Returns false if it is to be rejected: if it contains a dot segment, or if the name
     * occurs again and the variable is not a list, as the guard and a handler could choose different values. The map
     * contains the value even then; the caller discards the map.
     */
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
