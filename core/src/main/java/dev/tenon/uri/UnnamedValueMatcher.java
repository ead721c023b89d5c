package dev.tenon.uri;

import java.util.BitSet;
import java.util.Map;
import java.util.function.IntPredicate;

/** Matches the value of a variable without its name. The value has at least one character. */
final class UnnamedValueMatcher implements UriPartMatcher {
    private static final int NONE = -1;

    private final TemplateVariable variable;
    private final TemplateOperator operator;
    private final IntPredicate raw;
    private final int itemSeparator;

    UnnamedValueMatcher(TemplateVariable variable, TemplateOperator operator) {
        this.variable = variable;
        this.operator = operator;
        this.raw = operator.allowsReserved() ? UriCharacters::isUnreservedOrReserved : UriCharacters::isUnreserved;
        boolean list = operator == TemplateOperator.SIMPLE || operator == TemplateOperator.PATH;
        this.itemSeparator = variable.explode() && list ? operator.separator() : NONE;
    }

    @Override
    public BitSet findStarts(DecodedUriText uri, BitSet ends) {
        BitSet starts = new BitSet();
        int runEnd = uri.length();
        int nearestEnd = uri.length() + 1;
        for (int at = uri.length() - 1; at >= 0; at--) {
            if (isEnd(uri, at + 1, ends)) {
                nearestEnd = at + 1;
            }
            if (!isAllowed(uri, at)) {
                runEnd = at;
            } else if (isItemSeparator(uri, at) && isItemSeparator(uri, at + 1)) {
                runEnd = at + 1;
            }
            if (!isItemSeparator(uri, at) && nearestEnd <= Math.min(runEnd, at + variable.maxLength())) {
                starts.set(at);
            }
        }
        return starts;
    }

    @Override
    public int matchFrom(DecodedUriText uri, int from, BitSet ends, Map<String, String> values) {
        int end = from;
        int limit = Math.min(uri.length(), from + variable.maxLength());
        for (int at = from; at < limit && isAllowed(uri, at); at++) {
            if (isItemSeparator(uri, at) && isItemSeparator(uri, at + 1)) {
                break;
            }
            if (isEnd(uri, at + 1, ends)) {
                end = at + 1;
            }
        }
        if (!isSafe(uri, from, end)) {
            return REJECTED;
        }
        values.put(variable.name(), uri.decodedText(from, end));
        return end;
    }

    private boolean isAllowed(DecodedUriText uri, int at) {
        return uri.isAllowed(at, raw) || isItemSeparator(uri, at);
    }

    private boolean isItemSeparator(DecodedUriText uri, int at) {
        return itemSeparator != NONE && uri.isRaw(at, itemSeparator);
    }

    /** A list cannot end with an empty item. */
    private boolean isEnd(DecodedUriText uri, int at, BitSet ends) {
        return ends.get(at) && !isItemSeparator(uri, at - 1);
    }

    private boolean isSafe(DecodedUriText uri, int from, int to) {
        if (uri.hasDotSegment(from, to)) {
            return false;
        }
        return operator.allowsReserved() ? !isAbsoluteAfterSlash(uri, from) : !uri.hasEncodedSlash(from, to);
    }

    /**
     * Returns whether a value would be an absolute path: in {@code file:///docs/{+path}} a handler that resolves a
     * value with a leading slash against its root would get an absolute path. A leading slash is only legitimate after
     * the two slashes of the authority.
     */
    private static boolean isAbsoluteAfterSlash(DecodedUriText uri, int from) {
        if (from == 0 || !uri.isSlash(from) || !uri.isSlash(from - 1)) {
            return false;
        }
        int colon = 0;
        while (colon < from && !uri.isRaw(colon, ':')) {
            colon++;
        }
        return colon != from - 3;
    }
}
