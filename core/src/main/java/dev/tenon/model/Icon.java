package dev.tenon.model;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.model.internal.Preconditions;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An icon (2025-11-25 and later, icons). Applications must treat it as untrusted.
 *
 * @param src its location: an {@code https:}, {@code http:} or {@code data:} URI
 * @param mimeType its MIME type, such as {@code image/png}, or null
 * @param sizes its sizes in pixels, such as {@code 48x48}, or {@code any}
 * @param theme the background that it is designed for, or null for any
 */
public record Icon(
        String src,
        @Nullable String mimeType,
        List<String> sizes,
        @Nullable IconTheme theme) {
    private static final Pattern SIZE = Pattern.compile("[1-9][0-9]{0,5}x[1-9][0-9]{0,5}|any");

    public Icon {
        Preconditions.requireAbsolute("src", src);
        boolean web = Preconditions.hasScheme(src, "https") || Preconditions.hasScheme(src, "http");
        boolean supported = web || Preconditions.hasScheme(src, "data");
        Preconditions.require(supported, "The src of an icon must be an https:, http: or data: URI");
        Preconditions.requireMimeType(mimeType);
        sizes = List.copyOf(sizes);
        sizes.forEach(Icon::checkSize);
    }

    /** Creates an icon of unspecified type and size. */
    public static Icon of(String src) {
        return new Icon(src, null, List.of(), null);
    }

    /** Returns a copy with a MIME type. */
    public Icon withMimeType(@Nullable String changed) {
        return new Icon(src, changed, sizes, theme);
    }

    /** Returns a copy with sizes, such as {@code 48x48} or {@code any}. */
    public Icon withSizes(List<String> changed) {
        return new Icon(src, mimeType, changed, theme);
    }

    /** Returns a copy for a light or a dark background. */
    public Icon withTheme(@Nullable IconTheme changed) {
        return new Icon(src, mimeType, sizes, changed);
    }

    private static void checkSize(String size) {
        if (!SIZE.matcher(size).matches()) {
            throw new IllegalArgumentException(
                    "A size of an icon is written like 48x48, or any; not " + Excerpts.quote(size));
        }
    }
}
