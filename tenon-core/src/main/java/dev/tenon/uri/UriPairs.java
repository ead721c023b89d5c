package dev.tenon.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** The values of variables that come with their names, in any order, each of them present or absent. */
final class UriPairs implements UriPart {
    private final List<Named> names = new ArrayList<>();
    private final UriOperator operator;
    private final char first;
    private final IntPredicate raw;

    UriPairs(UriOperator operator, List<UriVariable> variables) {
        this.operator = operator;
        this.first = operator.first().charAt(0);
        this.raw = operator.isQuery() ? UriCharacters::isQueryValue : UriCharacters::isUnreservedOrComma;
        for (UriVariable variable : variables) {
            names.add(new Named(variable, UriText.of(variable.name()).orElseThrow()));
        }
    }

    private record Named(UriVariable variable, UriText name) {}

    /** What is known of each position. */
    private static final class Scan {
        /** Where this part can start. */
        final BitSet starts = new BitSet();

        /** Where a pair can start, after its separator. */
        final BitSet pairs = new BitSet();

        /** Where a pair can end. */
        final BitSet pairEnds = new BitSet();

        /** How far a value can reach. */
        final int[] runEnds;

        Scan(int length) {
            runEnds = new int[length + 1];
            runEnds[length] = length;
        }
    }

    @Override
    public BitSet starts(UriText uri, BitSet ends) {
        return scan(uri, ends).starts;
    }

    private Scan scan(UriText uri, BitSet ends) {
        int length = uri.length();
        Scan scan = new Scan(length);
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
                    at, afterSeparator && names.stream().anyMatch(named -> pairEnd(uri, place, named, scan) > 0));
        }
        return scan;
    }

    /** Where the pair of that name ends that starts here, or {@link #REFUSED}. */
    private int pairEnd(UriText uri, int at, Named named, Scan scan) {
        if (!uri.startsWith(at, named.name)) {
            return REFUSED;
        }
        int nameEnd = at + named.name.length();
        if (uri.isRaw(nameEnd, '=')) {
            int start = nameEnd + 1;
            int end = scan.pairEnds.previousSetBit(Math.min(scan.runEnds[start], start + named.variable.maxLength()));
            if (end >= start) {
                return end;
            }
        }
        return !operator.isQuery() && scan.pairEnds.get(nameEnd) ? nameEnd : REFUSED;
    }

    @Override
    public int read(UriText uri, int from, BitSet ends, Map<String, String> values) {
        Scan scan = scan(uri, ends);
        int at = from;
        char expected = first;
        while (at != REFUSED && uri.isRaw(at, expected) && scan.pairs.get(at + 1)) {
            at = readPair(uri, at + 1, scan, values);
            expected = operator.separator();
        }
        return at;
    }

    private int readPair(UriText uri, int at, Scan scan, Map<String, String> values) {
        for (Named named : names) {
            int end = pairEnd(uri, at, named, scan);
            if (end > 0) {
                int start = Math.min(at + named.name.length() + 1, end);
                return put(uri, start, end, named.variable, values) ? end : REFUSED;
            }
        }
        return REFUSED;
    }

    /** Which of two values of one name counts, a guard and a handler could see differently: so neither does. */
    private static boolean put(UriText uri, int from, int to, UriVariable variable, Map<String, String> values) {
        String value = uri.decoded(from, to);
        String earlier = values.put(variable.name(), value);
        if (earlier != null) {
            values.put(variable.name(), earlier + ',' + value);
        }
        return (earlier == null || variable.explode()) && !uri.hasDotSegment(from, to);
    }
}
