/** The protocol codecs: messages of each revision to and from the model, and the classification of what arrives. */
@NullMarked
package dev.tenon.codec;

import org.jspecify.annotations.NullMarked;
