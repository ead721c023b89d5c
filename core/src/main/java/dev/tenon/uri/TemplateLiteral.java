package dev.tenon.uri;

import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** Literal text, which is the same in the template and in the URI. */
record TemplateLiteral(String text, DecodedUriText decoded) implements TemplateComponent, UriPartMatcher {

    /** Creates a literal of characters that need no encoding. */
    static TemplateLiteral of(String text) {
        return new TemplateLiteral(text, DecodedUriText.of(text).orElseThrow());
    }

    @Override
    public void expand(Map<String, String> values, StringBuilder out) {
        PercentEncoder.append(out, text, true, TemplateVariable.UNLIMITED);
    }

    @Override
    public List<UriPartMatcher> matchers() {
        return List.of(this);
    }

    @Override
    public BitSet findStarts(DecodedUriText uri, BitSet ends) {
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
    public int matchFrom(DecodedUriText uri, int from, BitSet ends, Map<String, String> values) {
        return from + decoded.length();
    }
}
