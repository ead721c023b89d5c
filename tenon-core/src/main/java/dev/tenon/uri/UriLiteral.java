package dev.tenon.uri;

import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Text that stands in the template and in the URI alike. */
record UriLiteral(String text, UriText decoded) implements UriPiece, UriPart {

    /** A literal of characters that have no other form. */
    static UriLiteral of(String text) {
        return new UriLiteral(text, UriText.of(text).orElseThrow());
    }

    @Override
    public void expand(Map<String, String> values, StringBuilder out) {
        UriEncoding.append(out, text, true, UriVariable.UNLIMITED);
    }

    @Override
    public void addParts(List<UriPart> parts) {
        parts.add(this);
    }

    @Override
    public BitSet starts(UriText uri, BitSet ends) {
        BitSet starts = new BitSet();
        for (int end = ends.nextSetBit(0); end >= 0; end = ends.nextSetBit(end + 1)) {
            int start = end - decoded.length();
            if (uri.startsWith(start, decoded)) {
                starts.set(start);
            }
        }
        return starts;
    }

    @Override
    public int read(UriText uri, int from, BitSet ends, Map<String, String> values) {
        return from + decoded.length();
    }
}
